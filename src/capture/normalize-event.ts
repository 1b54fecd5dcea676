import type { Position } from "../storage/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../storage/ports/common.ts";
import { toIdentifier } from "../values/identifier.ts";
import { isPropertyMap, type PropertyMap, propertyMap, propertyOf } from "../values/json.ts";
import { uuidFrom } from "../values/uuid-from.ts";
import { eventTime } from "./event-time.ts";

/** An event that will be stored: named, somebody's, and with an identity and a time of its own. */
export interface NormalizedEvent {
  readonly projectId: ProjectId;
  readonly position: Position;
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  /** As sent, with what the event says of its person at top level (`$set`, …) put in. */
  readonly properties: PropertyMap;
}

/** What is known of an event from the request that brought it. */
export interface EventContext {
  readonly projectId: ProjectId;
  readonly position: Position;
  readonly receivedAt: Millis;
  readonly sentAt: unknown;
  /** Makes the uuid of an event that came without one and is no snapshot. */
  readonly uuid: () => string;
}

/** Keys that belong to the properties and may come beside them; what comes beside them wins. */
const ROOT_PROPERTY_KEYS = ["$set", "$set_once", "$unset", "context"];
/** Those of which both are kept, joined key by key: what clients put at the two places need not be the same. */
const MERGED_KEYS = ["$set", "$set_once"];

const DISTINCT_ID_KEYS = ["distinct_id", "$distinct_id"];

/** The event as it will be stored; null where it has no name, no distinct id, or an empty one: such events are dropped without an error. */
export function normalizeEvent(raw: PropertyMap, arrival: EventContext): NormalizedEvent | null {
  const sent = propertyOf(raw, "properties");
  const properties = withRootProperties(raw, isPropertyMap(sent) ? sent : {});
  const event = toIdentifier(propertyOf(raw, "event"));
  const distinctId = distinctIdOf(raw, properties);
  if (event === "" || distinctId === "") return null;
  const clocks = {
    timestamp: propertyOf(raw, "timestamp"),
    sentAt: propertyOf(raw, "sent_at") ?? arrival.sentAt,
    offset: propertyOf(raw, "offset"),
    ignoreSentAt: propertyOf(properties, "$ignore_sent_at") === true,
  };
  const uuid = propertyOf(raw, "uuid");
  return {
    projectId: arrival.projectId,
    position: arrival.position,
    uuid: typeof uuid === "string" ? uuid.toLowerCase() : generateUuid(event, properties, arrival),
    event,
    distinctId,
    timestamp: eventTime(clocks, arrival.receivedAt),
    receivedAt: arrival.receivedAt,
    properties,
  };
}

function withRootProperties(raw: PropertyMap, properties: PropertyMap): PropertyMap {
  const extra = ROOT_PROPERTY_KEYS.filter((key) => (propertyOf(raw, key) ?? null) !== null);
  if (extra.length === 0) return properties;
  return propertyMap([
    ...Object.entries(properties),
    ...extra.map(
      (key) => [key, MERGED_KEYS.includes(key) ? mergeMaps(propertyOf(properties, key), raw[key]) : raw[key]] as const,
    ),
  ]);
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

/** Snapshots have the times of what they saw, so that the same content is the same snapshot: clients of old send it again without a uuid. */
function generateUuid(event: string, properties: PropertyMap, arrival: EventContext): string {
  return event === "$snapshot" ? uuidFrom(JSON.stringify(properties)) : arrival.uuid();
}

/** UUIDs made from a seed, a UUID itself: the same in every run, different for every index, and as near to one another in time as the seed. */
export function derivedUuid(seed: string, index: number): string {
  if (index === 0) return seed;
  const last = Number.parseInt(seed.slice(-8), 16) ^ index;
  return seed.slice(0, -8) + (last >>> 0).toString(16).padStart(8, "0");
}
