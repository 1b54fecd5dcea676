import type { Events, StoredEvent } from "../ports/events.ts";
import { projectNumber, uuidBlobForQuery } from "../values/stored-ids.ts";
import { deleteEvents, keepNewestId } from "./events/delete-events.ts";
import { type EventRow, eventWhere, toEvent } from "./events/event-row.ts";
import { readWindow } from "./events/event-window.ts";
import { followEvents } from "./events/follow-events.ts";
import { scanEvents } from "./events/scan-events.ts";
import type { Transactions } from "./sqlite-database.ts";
import { insertStatement, writeRows } from "./write-rows.ts";

const INSERT = insertStatement(
  "INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)",
  ["integer", "uuid", "text", "text", "integer", "integer", "text"],
  "WHERE true ON CONFLICT (project_id, uuid) DO NOTHING",
);

const DELETE = "DELETE FROM events WHERE project_id = ? AND uuid = ?";

function toColumns({ projectId, uuid, event, distinctId, timestamp, receivedAt, properties }: StoredEvent) {
  return [projectNumber(projectId), uuid, event, distinctId, timestamp, receivedAt, properties];
}

export function sqliteEvents(database: Transactions): Events {
  return {
    insert: (events) => database.write((sql) => writeRows(sql, INSERT, events, toColumns)),

    latest: (projectId, filter, limit) =>
      database.read((sql) => {
        const [where, values] = eventWhere(projectId, filter);
        const select = `SELECT * FROM events WHERE ${where} ORDER BY timestamp DESC, id DESC LIMIT ?`;
        return sql.all<EventRow>(select, ...values, limit).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.read((sql) => {
        const [where, values] = eventWhere(projectId, filter);
        return sql.one<{ count: number }>(`SELECT count(*) AS count FROM events WHERE ${where}`, ...values).count;
      }),

    scan: (projectId, filter) => scanEvents(database, projectId, filter),
    follow: (projectId, filter) => followEvents(database, projectId, filter),
    delete: (projectId, filter, limit) => database.write((sql) => deleteEvents(sql, projectId, filter, limit)),

    window: (projectId, filter, from) => database.read((sql) => readWindow(sql, projectId, filter, from)),

    erase: (projectId, uuids) =>
      database.write((sql) =>
        keepNewestId(sql, () => {
          for (const uuid of uuids) sql.run(DELETE, projectNumber(projectId), uuidBlobForQuery(uuid));
        }),
      ),
  };
}
