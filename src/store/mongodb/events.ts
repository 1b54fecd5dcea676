import { type Filter, ObjectId } from "mongodb";
import { linesOf } from "../event-lines.ts";
import type { EventFilter, EventPage, EventPosition, Events } from "../ports/events.ts";
import { batchesOf, insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { eventKey, projectNumberForQuery, uuidOfEvent } from "./document-keys.ts";
import { toEvent, toEventRows, toMongoFilter } from "./event-row.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./mongo-errors.ts";
import type { EventRow } from "./row-types.ts";
import { followEvents, leavableEvents, SETTLING_SECONDS, settledEvents, storedEvents } from "./stored-events.ts";

/** Many, because some servers find all matching events for each batch. */
const MAX_BATCH_EVENTS = 10_000;

/** Less than the time after which events count as settled: an event that is stored later is in no history file. */
const MAX_INSERT_MS = (SETTLING_SECONDS * 1000) / 3;

/** Stamps rows with the present time, and keeps their order of arrival. */
function stamp(rows: readonly EventRow[]): EventRow[] {
  const byArrival = rows.toSorted((a, b) => (a.order.toHexString() < b.order.toHexString() ? -1 : 1));
  const orders = new Map(byArrival.map(({ order }) => [order, new ObjectId()]));
  return rows.map((row) => ({ ...row, order: orders.get(row.order) ?? row.order }));
}

export function mongoEvents(database: MongoDatabase): Events {
  return {
    insert: database.method(async (collections, events) => {
      let stored = 0;
      // Rows within a command are ordered by key.
      for (const batch of batchesOf(events)) {
        const rows = toEventRows(batch);
        const present = await insertMissing(collections.events, rows, { stamp, maxTimeMS: MAX_INSERT_MS });
        stored += rows.length - present.length;
      }
      return stored;
    }),

    latest: database.method(async ({ events }, projectId, filter, limit) => {
      const query = toMongoFilter(projectId, filter);
      if (!query || limit <= 0) return [];
      return (await events.find(query).sort({ timestamp: -1, order: -1 }).limit(limit).toArray()).map(toEvent);
    }),

    follow: (projectId, filter) =>
      followEvents(database, projectNumberForQuery(projectId), toMongoFilter(projectId, filter)),

    delete: database.method(async ({ events }, projectId, filter, limit) => {
      const matching = toMongoFilter(projectId, filter);
      if (!matching) return 0;
      const oldest = events
        .find(matching, { projection: { _id: 1 } })
        .sort({ timestamp: 1, order: 1 })
        .limit(Math.min(limit, MAX_BATCH_EVENTS));
      const keys = (await oldest.toArray()).map(({ _id }) => _id);
      let deleted = 0;
      for (const batch of batchesOf(keys)) {
        deleted += (await retryOnConflict(() => events.deleteMany({ _id: { $in: batch } }))).deletedCount;
      }
      return deleted;
    }),

    newest: database.method(async (collections, projectId, filter, before, limits) => {
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
        if (last && (bytes >= limits.bytes || events.length === limits.events))
          return { events, next: positionOf(last) };
        const event = toEvent(row);
        events.push({ ...event, ...toPosition(row) });
        bytes += event.properties.length;
      }
      return { events, next: end && toPosition(end) };
    }),

    settled: database.method((collections, after, limit, projectId) =>
      settledEvents(collections, { after, limit, projectId }),
    ),
    stored: (range) => storedEvents(database, range),
    storedLines: (range) => linesOf(storedEvents(database, range)),

    leavable: database.method(leavableEvents),
    /** An event that was erased and stored again meanwhile has a later place, and stays. */
    leave: database.method(async ({ events }, leaving) => {
      if (leaving.length === 0) return 0;
      const keys = leaving.map(({ projectId, uuid }) => eventKey(projectId, uuid));
      const last = leaving.reduce((max, { token }) => (token > max ? token : max), "");
      const filter = { _id: { $in: keys }, order: { $lte: new ObjectId(last) } };
      return (await retryOnConflict(() => events.deleteMany(filter))).deletedCount;
    }),

    knownUuids: database.method(async ({ events }, projectId, uuids) => {
      const keys = uuids.map((uuid) => eventKey(projectId, uuid));
      const found = await events.find({ _id: { $in: keys } }, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => uuidOfEvent(_id)));
    }),

    erase: database.method(async ({ events }, projectId, uuids) => {
      const keys = uuids.map((uuid) => eventKey(projectId, uuid));
      if (keys.length > 0) await retryOnConflict(() => events.deleteMany({ _id: { $in: keys } }));
    }),
  };
}

type Position = Pick<EventRow, "timestamp" | "order">;

const WINDOW_EVENTS = 10_000;
const MAX_WIRE_EVENTS = 500;
const NEWEST_FIRST = { timestamp: -1, order: -1 } as const;
const KEY_DIGITS = 24;

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
