import type { StoredEvent } from "../../ports/events.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { insertStatement, writeRows } from "../write-rows.ts";

const INSERT = insertStatement(
  "INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)",
  ["integer", "uuid", "text", "text", "integer", "integer", "text"],
  "WHERE true ON CONFLICT (project_id, uuid) DO NOTHING",
);

/** Inserts, in a transaction that writes, those events that are new. Returns how many. Throws for invalid ids. */
export function insertEvents(sql: Sql, events: readonly StoredEvent[]): number {
  return writeRows(sql, INSERT, events, toColumns);
}

function toColumns({ projectId, uuid, event, distinctId, timestamp, receivedAt, properties }: StoredEvent) {
  const project = projectNumber(projectId);
  if (!project) throw new TypeError(`A project cannot have the id ${projectId}.`);
  return [project, uuid, event, distinctId, timestamp, receivedAt, properties];
}
