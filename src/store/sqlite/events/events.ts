import type { Events, StoredEvent } from "../../ports/events.ts";
import { projectNumber, uuidBlobForQuery } from "../../stored-ids.ts";
import type { Transactions } from "../sqlite-database.ts";
import { insertStatement, writeRows } from "../write-rows.ts";
import { deleteEvents, keepNewestId } from "./delete-events.ts";
import { type EventRow, eventWhere, toEvent } from "./event-row.ts";
import { readWindow } from "./event-window.ts";
import { followEvents } from "./follow-events.ts";
import { readNewest } from "./newest-events.ts";
import { scanEvents } from "./scan-events.ts";
import { settledEvents, storedEvents, storedLines } from "./stored-events.ts";

const INSERT = insertStatement(
  "INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)",
  ["integer", "uuid", "text", "text", "integer", "integer", "text"],
  "WHERE true ON CONFLICT (project_id, uuid) DO NOTHING",
);

const FIND = "SELECT 1 FROM events WHERE project_id = ? AND uuid = ?";
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

    newest: (projectId, filter, before, limits) =>
      database.read((sql) => readNewest(sql, projectId, filter, before, limits)),

    settled: (after, limit, projectId) => database.read((sql) => settledEvents(sql, after, limit, projectId)),
    stored: (range) => storedEvents(database, range),
    storedLines: (range) => storedLines(database, range),

    knownUuids: (projectId, uuids) =>
      database.read((sql) => {
        const isKnown = (uuid: string) => sql.get(FIND, projectNumber(projectId), uuidBlobForQuery(uuid)) !== undefined;
        return new Set(uuids.filter(isKnown));
      }),

    erase: (projectId, uuids) =>
      database.write((sql) =>
        keepNewestId(sql, () => {
          for (const uuid of uuids) sql.run(DELETE, projectNumber(projectId), uuidBlobForQuery(uuid));
        }),
      ),
  };
}
