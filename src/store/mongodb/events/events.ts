import type { Collection, Filter } from "mongodb";
import { ObjectId } from "mongodb";
import { linesOf } from "../../event-lines.ts";
import type { Events } from "../../ports/events.ts";
import { batchesOf, insertMissing } from "../bulk-writes.ts";
import { eventKey, projectNumberForQuery, uuidOfEvent } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent, toEventRows, toMongoFilter } from "./event-row.ts";
import { followEvents } from "./follow-events.ts";
import { leavableEvents, leaveEvents } from "./leave-events.ts";
import { readNewest } from "./newest-events.ts";
import { SETTLING_SECONDS, settledEvents, storedEvents } from "./stored-events.ts";

/** Many, because some servers find all matching events for each batch. */
const MAX_BATCH_EVENTS = 10_000;

async function deleteEvents(
  events: Collection<EventRow>,
  filter: Filter<EventRow> | null,
  limit: number,
): Promise<number> {
  if (!filter) return 0;
  const oldest = events
    .find(filter, { projection: { _id: 1 } })
    .sort({ timestamp: 1, order: 1 })
    .limit(Math.min(limit, MAX_BATCH_EVENTS));
  const keys = (await oldest.toArray()).map(({ _id }) => _id);
  let deleted = 0;
  for (const batch of batchesOf(keys)) {
    deleted += (await retryOnConflict(() => events.deleteMany({ _id: { $in: batch } }))).deletedCount;
  }
  return deleted;
}

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
    insert: (events) =>
      database.run(async (collections) => {
        let stored = 0;
        // Rows within a command are ordered by key.
        for (const batch of batchesOf(events)) {
          const rows = toEventRows(batch);
          const present = await insertMissing(collections.events, rows, { stamp, maxTimeMS: MAX_INSERT_MS });
          stored += rows.length - present.length;
        }
        return stored;
      }),

    latest: (projectId, filter, limit) =>
      database.run(async ({ events }) => {
        const query = toMongoFilter(projectId, filter);
        if (!query || limit <= 0) return [];
        return (await events.find(query).sort({ timestamp: -1, order: -1 }).limit(limit).toArray()).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.run(async ({ events }) => {
        const query = toMongoFilter(projectId, filter);
        return query ? events.countDocuments(query) : 0;
      }),

    follow: (projectId, filter) =>
      followEvents(database, projectNumberForQuery(projectId), toMongoFilter(projectId, filter)),

    delete: (projectId, filter, limit) =>
      database.run(({ events }) => deleteEvents(events, toMongoFilter(projectId, filter), limit)),

    newest: (projectId, filter, before, limits) =>
      database.run((collections) => readNewest(collections, projectId, filter, before, limits)),

    settled: (after, limit, projectId) =>
      database.run((collections) => settledEvents(collections, { after, limit, projectId })),
    stored: (range) => storedEvents(database, range),
    storedLines: (range) => linesOf(storedEvents(database, range)),

    leavable: (range, before, limit) =>
      database.run((collections) => leavableEvents(collections, range, before, limit)),
    leave: (events) => database.run((collections) => leaveEvents(collections, events)),

    knownUuids: (projectId, uuids) =>
      database.run(async ({ events }) => {
        const keys = uuids.map((uuid) => eventKey(projectId, uuid));
        const found = await events.find({ _id: { $in: keys } }, { projection: { _id: 1 } }).toArray();
        return new Set(found.map(({ _id }) => uuidOfEvent(_id)));
      }),

    erase: (projectId, uuids) =>
      database.run(async ({ events }) => {
        const keys = uuids.map((uuid) => eventKey(projectId, uuid));
        if (keys.length > 0) await retryOnConflict(() => events.deleteMany({ _id: { $in: keys } }));
      }),
  };
}
