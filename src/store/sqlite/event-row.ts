import type { EventFilter, StoredEvent } from "../ports/events.ts";
import { blobToUuid, projectNumber, uuidBlobForQuery } from "../stored-ids.ts";
import { insertStatement, writeRows } from "./row-buffer.ts";
import { allOf, type Sql, type SqlValue } from "./sqlite-connection.ts";

export interface EventRow {
  readonly id: number;
  readonly project_id: number;
  readonly uuid: ArrayBuffer;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: number;
  readonly received_at: number;
  readonly properties: string;
}

export function eventWhere(projectId: string, filter: EventFilter): [where: string, values: SqlValue[]] {
  const { event, distinctIds, uuid, from, to, receivedUntil } = filter;
  return allOf(
    ["project_id = ?", projectNumber(projectId)],
    ["uuid = ?", uuid === undefined ? undefined : uuidBlobForQuery(uuid)],
    ["event = ?", event],
    [`distinct_id IN (${distinctIds?.map(() => "?").join(", ")})`, ...(distinctIds ?? [undefined])],
    ["timestamp >= ?", from],
    ["timestamp < ?", to],
    ["received_at <= ?", receivedUntil],
  );
}

export const toEvent = (row: EventRow): StoredEvent => ({
  projectId: String(row.project_id),
  uuid: blobToUuid(row.uuid),
  event: row.event,
  distinctId: row.distinct_id,
  timestamp: row.timestamp,
  receivedAt: row.received_at,
  properties: row.properties,
});

const INSERT = insertStatement(
  "INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)",
  ["integer", "uuid", "text", "text", "integer", "integer", "text"],
  "WHERE true ON CONFLICT (project_id, uuid) DO NOTHING",
);

export function insertEvents(sql: Sql, events: readonly StoredEvent[]): number {
  return writeRows(sql, INSERT, events, toColumns);
}

function toColumns({ projectId, uuid, event, distinctId, timestamp, receivedAt, properties }: StoredEvent) {
  const project = projectNumber(projectId);
  if (!project) throw new TypeError(`A project cannot have the id ${projectId}.`);
  return [project, uuid, event, distinctId, timestamp, receivedAt, properties];
}

const KEEP = `INSERT OR REPLACE INTO events
  (id, project_id, uuid, event, distinct_id, timestamp, received_at, properties)
  VALUES (?, 0, zeroblob(16), '', '', 0, 0, '{}')`;

export function newestId(sql: Sql): number {
  return sql.one<{ id: number | null }>("SELECT max(id) AS id FROM events").id ?? 0;
}

/** Makes the ids of new events follow this one, at least the highest, although its row is gone. */
function keepId(sql: Sql, id: number): void {
  sql.run("DELETE FROM events WHERE project_id = 0");
  sql.run(KEEP, id);
}

/** Keeps the newest id while `work` deletes events: SQLite would reuse it, and followers take the event for seen. */
export function keepNewestId<T>(sql: Sql, work: () => T): T {
  const newest = newestId(sql);
  const result = work();
  if (newestId(sql) < newest) keepId(sql, newest);
  return result;
}
