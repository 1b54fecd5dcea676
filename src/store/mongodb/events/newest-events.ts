import { type Filter, ObjectId } from "mongodb";
import type { EventFilter, EventPage, EventPageLimits, EventPosition } from "../../ports/events.ts";
import type { Collections } from "../collections.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent, toMongoFilter } from "./event-row.ts";

type Position = Pick<EventRow, "timestamp" | "order">;

const WINDOW_EVENTS = 10_000;
const MAX_WIRE_EVENTS = 500;
const NEWEST_FIRST = { timestamp: -1, order: -1 } as const;
const KEY_DIGITS = 24;

export async function readNewest(
  collections: Collections,
  projectId: string,
  filter: EventFilter,
  before: EventPosition | null,
  limits: EventPageLimits,
): Promise<EventPage> {
  const query = toMongoFilter(projectId, filter);
  if (!query) return { events: [], next: null };
  const start = before === null ? {} : beyond("$lt", fromPosition(before));
  const end = await findEnd(collections, projectId, filter, start);
  const until = end ? beyond("$gt", end, "$gte") : {};
  const rows = collections.events.find({ $and: [query, start, until] }).sort(NEWEST_FIRST);
  const events: EventPage["events"][number][] = [];
  let bytes = 0;
  for await (const row of rows.limit(limits.events + 1).batchSize(Math.min(limits.events + 1, MAX_WIRE_EVENTS))) {
    const last = events.at(-1);
    if (last && (bytes >= limits.bytes || events.length === limits.events)) return { events, next: positionOf(last) };
    const event = toEvent(row);
    events.push({ ...event, ...toPosition(row) });
    bytes += event.properties.length;
  }
  return { events, next: end && toPosition(end) };
}

/** Returns the last event to look at; null if these are all, or if each one in the bounds of time matches. */
async function findEnd(
  { events }: Collections,
  projectId: string,
  { from, to, ...conditions }: EventFilter,
  start: Filter<EventRow>,
): Promise<Position | null> {
  const inTime = toMongoFilter(projectId, { from, to });
  if (!inTime || Object.values(conditions).every((condition) => condition === undefined)) return null;
  const found = events
    .find({ $and: [inTime, start] }, { projection: { _id: 0, timestamp: 1, order: 1 } })
    .sort(NEWEST_FIRST);
  const [end] = await found
    .skip(WINDOW_EVENTS - 1)
    .limit(1)
    .toArray();
  return end ?? null;
}

function beyond(side: "$gt" | "$lt", { timestamp, order }: Position, key: string = side): Filter<EventRow> {
  return {
    $and: [
      { timestamp: { [`${side}e`]: timestamp } },
      { $or: [{ timestamp: { [side]: timestamp } }, { order: { [key]: order } }] },
    ],
  };
}

const positionOf = ({ timestamp, key }: EventPosition): EventPosition => ({ timestamp, key });

function toPosition({ timestamp, order }: Position): EventPosition {
  return { timestamp, key: order.toHexString() };
}

/** Reads the last digits of a key that is too long: earlier versions made keys of uuids. */
function fromPosition({ timestamp, key }: EventPosition): Position {
  return { timestamp, order: new ObjectId(key.padStart(KEY_DIGITS, "0").slice(-KEY_DIGITS)) };
}
