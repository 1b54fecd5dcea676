import type { SessionProperties } from "../../ports/recording-pieces.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { insertStatement, writeRows } from "../write-rows.ts";
import { findRecordingRow } from "./recording-row.ts";

const UPSERT_PROPERTIES = insertStatement(
  "INSERT INTO recording_properties (project_id, session_id, at, check_at, properties)",
  ["integer", "text", "integer", "integer", "text"],
  `WHERE NOT EXISTS (SELECT * FROM erased_recordings WHERE project_id = new.column1 AND session_id = new.column2)
  ON CONFLICT (project_id, session_id) DO UPDATE SET at = excluded.at, properties = excluded.properties
  WHERE excluded.at < at`,
);
const SELECT_DUE = `SELECT id, check_at, EXISTS (SELECT * FROM recordings
    WHERE recordings.project_id = recording_properties.project_id
    AND recordings.session_id = recording_properties.session_id) AS is_recorded
  FROM recording_properties WHERE check_at <= ? ORDER BY check_at LIMIT ?`;
const RESCHEDULE = "UPDATE recording_properties SET check_at = ? WHERE id = ?";

/** Stores each session's properties unless earlier ones are stored. Erased recordings get none. */
export function saveProperties(sql: Sql, projectId: string, all: readonly SessionProperties[]): void {
  writeRows(sql, UPSERT_PROPERTIES, all, ({ sessionId, at, checkAt, properties }) => {
    return [projectNumber(projectId), sessionId, at, checkAt, JSON.stringify(properties)];
  });
}

/** Rows of earlier versions have the time 0. */
export function checkProperties(sql: Sql, now: number, later: number, limit: number): number {
  const due = sql.all<{ id: number; check_at: number; is_recorded: number }>(SELECT_DUE, now, limit);
  for (const { id, check_at: checkAt, is_recorded: isRecorded } of due) {
    if (isRecorded === 1) sql.run(RESCHEDULE, null, id);
    else if (checkAt === 0) sql.run(RESCHEDULE, later, id);
    else sql.run("DELETE FROM recording_properties WHERE id = ?", id);
  }
  return due.length;
}

export function dropUnrecorded(sql: Sql, projectId: string, sessionIds: readonly string[]): void {
  for (const sessionId of sessionIds) {
    if (findRecordingRow(sql, { projectId, sessionId })) continue;
    for (const table of ["recording_properties", "snapshot_chunks"]) {
      const drop = `DELETE FROM ${table} WHERE project_id = ? AND session_id = ?`;
      sql.run(drop, projectNumber(projectId), sessionId);
    }
  }
}
