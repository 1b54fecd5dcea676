import type { Events } from "../ports/events.ts";
import { insertMissing } from "./bulk.ts";
import type { Database } from "./database.ts";
import { condition, toEvent, toRows } from "./events/convert.ts";
import { followEvents } from "./events/follow.ts";
import { scanEvents } from "./events/scan.ts";
import { projectToFind } from "./ids.ts";

export function mongoEvents(database: Database): Events {
  return {
    insert: (events) =>
      database.run(async (collections) => {
        const rows = toRows(events);
        const present = await insertMissing(collections.events, rows);
        return rows.length - present.length;
      }),

    latest: (projectId, filter, limit) =>
      database.run(async ({ events }) => {
        const wanted = condition(projectId, filter);
        if (!wanted || limit <= 0) return [];
        return (await events.find(wanted).sort({ timestamp: -1, _id: -1 }).limit(limit).toArray()).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.run(async ({ events }) => {
        const wanted = condition(projectId, filter);
        return wanted ? events.countDocuments(wanted) : 0;
      }),

    scan: (projectId, filter) => scanEvents(database, condition(projectId, filter)),
    follow: (projectId, filter) => followEvents(database, projectToFind(projectId), condition(projectId, filter)),
  };
}
