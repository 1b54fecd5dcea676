import { toIdentifier } from "../lib/identifier.ts";
import {
  isPropertyMap,
  type PropertyMap,
  parseExactly,
  propertyMap,
  propertyOf,
  stringifyExactly,
} from "../lib/json/json.ts";
import { isUuid, uuidFrom } from "../lib/uuid.ts";
import type { SessionEvent } from "../recordings/session-properties.ts";
import type { Millis, Position, ProjectId } from "../store/ports/common.ts";
import { type ClientTime, eventTime } from "./event-time.ts";
import { deriveUuid, type JournalEntry } from "./journal/journal-entry.ts";
import { type RawEvent, ROOT_PROPERTY_NAMES, type RootFields, readEvents } from "./read-events.ts";

export interface NormalizedEvent extends SessionEvent {
  readonly projectId: ProjectId;
  readonly position: Position;
  /** Its time by the client's clock, if that may be wrong. */
  readonly client?: ClientTime;
}

export interface EventContext {
  readonly projectId: ProjectId;
  readonly position: Position;
  readonly receivedAt: Millis;
  readonly sentAt: unknown;
  /** The seed of the journal entry. */
  readonly request?: string;
  /** Returns the uuid of an event that has no valid one and is no snapshot. */
  readonly uuid: () => string;
}

/** Why an event is dropped: it is no object, or its name or distinct id is absent or empty. */
export const DROP_REASONS = ["not_an_object", "no_event", "no_distinct_id"] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Returns the events of a journal entry, as `normalizeEach` yields them, and the number of events dropped. */
export function normalizeEvents(entry: JournalEntry, start: Position): { events: NormalizedEvent[]; dropped: number } {
  const all = [...normalizeEach(entry, start)];
  const events = all.filter((event) => typeof event !== "string");
  return { events, dropped: all.length - events.length };
}

/** Yields the events as they will be stored, or why one is dropped. `start` is the position of the first. */
export function* normalizeEach(
  { projectId, receivedAt, seed, operation, body }: JournalEntry,
  start: Position,
): Generator<NormalizedEvent | DropReason> {
  const { events, sentAt } = readEvents(operation, body);
  let count = 0;
  for (const event of events) {
    const index = count++;
    const position = { group: start.group, index: start.index + index };
    const context = { projectId, position, receivedAt, sentAt, request: seed, uuid: () => deriveUuid(seed, index) };
    yield event === null ? "not_an_object" : normalizeEvent(event, context);
  }
}

function normalizeEvent(raw: RawEvent, context: EventContext): NormalizedEvent | DropReason {
  const { root } = raw;
  const event = toIdentifier(root.event);
  const { properties, json } = event === "$snapshot" ? allProperties(raw) : inspectedProperties(raw);
  const distinctId = distinctIdOf(root, properties);
  if (event === "") return "no_event";
  if (distinctId === "") return "no_distinct_id";
  const { uuid } = root;
  const times = {
    timestamp: root.timestamp,
    sentAt: root.sent_at ?? context.sentAt,
    offset: root.offset,
    uuid,
    ignoreSentAt: propertyOf(properties, "$ignore_sent_at") === true,
  };
  return {
    projectId: context.projectId,
    position: context.position,
    uuid: isUuid(uuid) ? uuid.toLowerCase() : generateUuid(event, properties, context),
    event,
    distinctId,
    ...eventTime(times, context.receivedAt),
    receivedAt: context.receivedAt,
    properties,
    json,
    request: context.request,
  };
}

type Properties = Pick<SessionEvent, "properties" | "json">;

/** The root's value wins if a key is in both places. */
function inspectedProperties(raw: RawEvent): Properties {
  const names = rootPropertyNames(raw);
  if (names.length === 0) return { properties: raw.inspected, json: raw.json };
  if (names.some((name) => Object.hasOwn(raw.inspected, name))) {
    const { properties } = allProperties(raw);
    return { properties, json: stringifyExactly(properties) };
  }
  const added = stringifyExactly(Object.fromEntries(names.map((name) => [name, raw.root[name]])));
  const isEmpty = raw.json.slice(1, -1).trim() === "";
  const json = isEmpty ? added : `${raw.json.slice(0, -1)},${added.slice(1)}`;
  return { properties: withRootProperties(raw.inspected, raw), json };
}

function allProperties(raw: RawEvent): Properties {
  return { properties: withRootProperties(parseExactly(raw.json) as PropertyMap, raw), json: undefined };
}

function rootPropertyNames({ root }: RawEvent): (typeof ROOT_PROPERTY_NAMES)[number][] {
  return ROOT_PROPERTY_NAMES.filter((name) => (root[name] ?? null) !== null);
}

function withRootProperties(properties: PropertyMap, raw: RawEvent): PropertyMap {
  const rootEntries = rootPropertyNames(raw).map((name) => {
    const value = raw.root[name];
    return [name, MERGED_NAMES.includes(name) ? mergeMaps(propertyOf(properties, name), value) : value] as const;
  });
  return rootEntries.length === 0 ? properties : propertyMap([...Object.entries(properties), ...rootEntries]);
}

/** Names whose values in both places are merged: clients put different things there. */
const MERGED_NAMES = ["$set", "$set_once"];

function mergeMaps(inner: unknown, outer: unknown): unknown {
  if (!isPropertyMap(inner) || !isPropertyMap(outer)) return outer;
  return propertyMap([...Object.entries(inner), ...Object.entries(outer)]);
}

function distinctIdOf(root: RootFields, properties: PropertyMap): string {
  const atRoot = root.distinct_id ?? root.$distinct_id;
  return toIdentifier(atRoot ?? propertyOf(properties, "distinct_id") ?? propertyOf(properties, "$distinct_id"));
}

/** A snapshot's uuid is derived from its content, which contains times: old clients resend it without a uuid. */
function generateUuid(event: string, properties: PropertyMap, context: EventContext): string {
  return event === "$snapshot" ? uuidFrom(JSON.stringify(properties)) : context.uuid();
}
