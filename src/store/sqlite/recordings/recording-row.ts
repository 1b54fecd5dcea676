import type { Recording, SessionKey } from "../../ports/recordings.ts";
import type { SnapshotSummary } from "../../snapshot-summary.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";

export interface RecordingRow {
  readonly id: number;
  readonly project_id: number;
  readonly session_id: string;
  readonly active_ms: number;
  readonly pinned_count: number;
  readonly unflushed_bytes: number;
  /** This and the next two are null if all pieces are in finished files. */
  readonly unflushed_first_ms: number | null;
  readonly unflushed_last_ms: number | null;
  readonly unflushed_since: number | null;
  /** The id of the last piece that is in a finished file. */
  readonly filed_up_to: number;
  readonly left_to_drop: number;
  readonly summary: string;
}

export type SessionKeyRow = { readonly project_id: number; readonly session_id: string };

export const toSessionKey = (row: SessionKeyRow): SessionKey => ({
  projectId: String(row.project_id),
  sessionId: row.session_id,
});

export function findRecordingRow(sql: Sql, { projectId, sessionId }: SessionKey): RecordingRow | undefined {
  const select = "SELECT * FROM recordings WHERE project_id = ? AND session_id = ?";
  return sql.get<RecordingRow>(select, projectNumber(projectId), sessionId);
}

export function isErased(sql: Sql, { projectId, sessionId }: SessionKey): boolean {
  const select = "SELECT at FROM erased_recordings WHERE project_id = ? AND session_id = ?";
  return sql.get(select, projectNumber(projectId), sessionId) !== undefined;
}

/** Updates the project's number of recordings, so that listing need not count rows. */
export function addToCount(sql: Sql, projectId: string, difference: number): void {
  const update = `INSERT INTO recording_counts (project_id, count) VALUES (?, ?)
    ON CONFLICT (project_id) DO UPDATE SET count = count + excluded.count`;
  sql.run(update, projectNumber(projectId), difference);
}

export function toRecording(row: RecordingRow): Recording {
  const firstMs = row.unflushed_first_ms;
  const lastMs = row.unflushed_last_ms;
  return {
    projectId: String(row.project_id),
    sessionId: row.session_id,
    summary: JSON.parse(row.summary) as SnapshotSummary,
    activeMs: row.active_ms,
    unflushed: firstMs === null || lastMs === null ? null : { bytes: row.unflushed_bytes, firstMs, lastMs },
    pinnedCount: row.pinned_count,
  };
}
