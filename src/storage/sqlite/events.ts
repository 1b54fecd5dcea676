import type { Events } from "../ports/events.ts";
import { projectNumber, uuidToBlob } from "../values/ids.ts";
import type { Transactions } from "./database.ts";
import { followEvents } from "./events/follow.ts";
import { condition, type EventRow, toEvent } from "./events/rows.ts";
import { scanEvents } from "./events/scan.ts";

const INSERT = `INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, uuid) DO NOTHING`;

export function sqliteEvents(database: Transactions): Events {
  return {
    insert: (events) =>
      database.write((sql) => {
        let inserted = 0;
        for (const { projectId, uuid, event, distinctId, timestamp, receivedAt, properties } of events) {
          const id = projectNumber(projectId);
          inserted += sql.run(INSERT, id, uuidToBlob(uuid), event, distinctId, timestamp, receivedAt, properties);
        }
        return inserted;
      }),

    latest: (projectId, filter, limit) =>
      database.read((sql) => {
        const [where, values] = condition(projectId, filter);
        const select = `SELECT * FROM events WHERE ${where} ORDER BY timestamp DESC, id DESC LIMIT ?`;
        return sql.all<EventRow>(select, ...values, limit).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.read((sql) => {
        const [where, values] = condition(projectId, filter);
        return sql.one<{ count: number }>(`SELECT count(*) AS count FROM events WHERE ${where}`, ...values).count;
      }),

    scan: (projectId, filter) => scanEvents(database, projectId, filter),
    follow: (projectId, filter) => followEvents(database, projectId, filter),
  };
}
