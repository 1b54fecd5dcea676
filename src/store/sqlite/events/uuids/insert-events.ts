import type { StoredEvent } from "../../../ports/events.ts";
import { projectNumber } from "../../../stored-ids.ts";
import type { Sql } from "../../sqlite-connection.ts";
import { insertStatement, writeRows } from "../../write-rows.ts";
import { uuidIndex } from "./uuid-index.ts";

const INSERT = insertStatement(
  "INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)",
  ["integer", "uuid", "text", "text", "integer", "integer", "text"],
);

/** Inserts, in a transaction that writes, those events that are new. Returns how many. */
export function insertEvents(sql: Sql, events: readonly StoredEvent[]): number {
  return uuidIndex(sql).insert(sql, events, (fresh) => writeRows(sql, INSERT, fresh, toColumns));
}

function toColumns({ projectId, uuid, event, distinctId, timestamp, receivedAt, properties }: StoredEvent) {
  return [projectNumber(projectId), uuid, event, distinctId, timestamp, receivedAt, properties];
}
