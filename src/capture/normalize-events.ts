import type { SessionEvent } from "../recordings/recorder/session-event.ts";
import type { Position } from "../storage/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../storage/ports/common.ts";
import { toIdentifier } from "../values/identifier.ts";
import { decodeUtf8, isPropertyMap, type PropertyMap, parseExactly, propertyMap, propertyOf } from "../values/json.ts";
import { uuidFrom } from "../values/uuid-from.ts";
import { eventTime } from "./event-time.ts";
import { deriveUuid, type JournalEntry } from "./journal/journal-entry.ts";

/** An event as it will be stored: with a name, a distinct id, a uuid and a time. */
export interface NormalizedEvent extends SessionEvent {
  readonly projectId: ProjectId;
  readonly position: Position;
  /** As sent, with the root-level keys that belong to the properties (`$set`, …) merged in. */
  readonly properties: PropertyMap;
}

/** What is known of an event from the request that brought it. */
export interface EventContext {
  readonly projectId: ProjectId;
  readonly position: Position;
  readonly receivedAt: Millis;
  readonly sentAt: unknown;
  /** The seed of the journal entry. */
  readonly request?: string;
  /** Returns the uuid of an event that has none and is no snapshot. */
  readonly uuid: () => string;
}

/**
 * Returns the events of a journal entry, which is in the contract's shape, as they will be stored, and the number of
 * events dropped. `start` is the position of the first.
 */
export function normalizeEvents(
  { projectId, receivedAt, seed, operation, body: bytes }: JournalEntry,
  start: Position,
): { events: NormalizedEvent[]; dropped: number } {
  const body = parseExactly(decodeUtf8(bytes));
  if (!isPropertyMap(body)) return { events: [], dropped: 1 };
  const batch = operation === "batch" ? propertyOf(body, "batch") : [body];
  const items: unknown[] = Array.isArray(batch) ? batch : [];
  const sentAt = propertyOf(body, "sent_at");
  const events = items.flatMap((item, index) => {
    const position = { group: start.group, index: start.index + index };
    const context = { projectId, position, receivedAt, sentAt, request: seed, uuid: () => deriveUuid(seed, index) };
    return (isPropertyMap(item) && normalizeEvent(item, context)) || [];
  });
  return { events, dropped: items.length - events.length };
}

/** Root-level keys that belong to the properties. If a key is in both places, the root's value wins. */
const ROOT_PROPERTY_KEYS = ["$set", "$set_once", "$unset", "context"];
/** Keys whose values in both places are merged: clients put different things there. */
const MERGED_KEYS = ["$set", "$set_once"];

const DISTINCT_ID_KEYS = ["distinct_id", "$distinct_id"];

/** Returns the event as it will be stored; null, without an error, if its name or distinct id is absent or empty. */
export function normalizeEvent(raw: PropertyMap, context: EventContext): NormalizedEvent | null {
  const sent = propertyOf(raw, "properties");
  const properties = withRootProperties(raw, isPropertyMap(sent) ? sent : {});
  const event = toIdentifier(propertyOf(raw, "event"));
  const distinctId = distinctIdOf(raw, properties);
  if (event === "" || distinctId === "") return null;
  const times = {
    timestamp: propertyOf(raw, "timestamp"),
    sentAt: propertyOf(raw, "sent_at") ?? context.sentAt,
    offset: propertyOf(raw, "offset"),
    ignoreSentAt: propertyOf(properties, "$ignore_sent_at") === true,
  };
  const uuid = propertyOf(raw, "uuid");
  return {
    projectId: context.projectId,
    position: context.position,
    uuid: typeof uuid === "string" ? uuid.toLowerCase() : generateUuid(event, properties, context),
    event,
    distinctId,
    timestamp: eventTime(times, context.receivedAt),
    receivedAt: context.receivedAt,
    properties,
    request: context.request,
  };
}

function withRootProperties(raw: PropertyMap, properties: PropertyMap): PropertyMap {
  const keys = ROOT_PROPERTY_KEYS.filter((key) => (propertyOf(raw, key) ?? null) !== null);
  if (keys.length === 0) return properties;
  const rootEntries = keys.map((key) => {
    const value = MERGED_KEYS.includes(key) ? mergeMaps(propertyOf(properties, key), raw[key]) : raw[key];
    return [key, value] as const;
  });
  return propertyMap([...Object.entries(properties), ...rootEntries]);
}

function mergeMaps(inner: unknown, outer: unknown): unknown {
  if (!isPropertyMap(inner) || !isPropertyMap(outer)) return outer;
  return propertyMap([...Object.entries(inner), ...Object.entries(outer)]);
}

function distinctIdOf(raw: PropertyMap, properties: PropertyMap): string {
  for (const map of [raw, properties]) {
    for (const key of DISTINCT_ID_KEYS) {
      const value = propertyOf(map, key);
      if (value !== undefined && value !== null) return toIdentifier(value);
    }
  }
  return "";
}

/** A snapshot's uuid is derived from its content, which contains times: old clients resend it without a uuid. */
function generateUuid(event: string, properties: PropertyMap, context: EventContext): string {
  return event === "$snapshot" ? uuidFrom(JSON.stringify(properties)) : context.uuid();
}
