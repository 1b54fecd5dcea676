import type { Events } from "../ports/events.ts";
import { insertMissing } from "./bulk-writes.ts";
import { eventKey, projectNumberForQuery } from "./document-keys.ts";
import { deleteEvents } from "./events/delete-events.ts";
import { toEvent, toEventRows, toMongoFilter } from "./events/event-row.ts";
import { readWindow } from "./events/event-window.ts";
import { followEvents } from "./events/follow-events.ts";
import { scanEvents } from "./events/scan-events.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

export function mongoEvents(database: MongoDatabase): Events {
  return {
    insert: (events) =>
      database.run(async (collections) => {
        const rows = toEventRows(events);
        const present = await insertMissing(collections.events, rows);
        return rows.length - present.length;
      }),

    latest: (projectId, filter, limit) =>
      database.run(async ({ events }) => {
        const query = toMongoFilter(projectId, filter);
        if (!query || limit <= 0) return [];
        return (await events.find(query).sort({ timestamp: -1, _id: -1 }).limit(limit).toArray()).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.run(async ({ events }) => {
        const query = toMongoFilter(projectId, filter);
        return query ? events.countDocuments(query) : 0;
      }),

    scan: (projectId, filter) => scanEvents(database, toMongoFilter(projectId, filter)),
    follow: (projectId, filter) =>
      followEvents(database, projectNumberForQuery(projectId), toMongoFilter(projectId, filter)),

    delete: (projectId, filter, limit) =>
      database.run(({ events }) => deleteEvents(events, toMongoFilter(projectId, filter), limit)),

    window: (projectId, filter, from) =>
      database.run(async (collections) => {
        const query = toMongoFilter(projectId, filter);
        if (!query) return { events: [], next: null };
        return readWindow(collections, projectNumberForQuery(projectId), query, from);
      }),

    erase: (projectId, uuids) =>
      database.run(async ({ events }) => {
        const keys = uuids.map((uuid) => eventKey(projectId, uuid));
        if (keys.length > 0) await retryOnConflict(() => events.deleteMany({ _id: { $in: keys } }));
      }),
  };
}
