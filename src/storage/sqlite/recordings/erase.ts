import type { SessionKey } from "../../ports/recordings.ts";
import { projectNumber } from "../../values/ids.ts";
import type { Sql } from "../sql.ts";
import { addToCount, findRow } from "./row.ts";

/** `Recordings.erase`, within the caller's transaction. */
export function eraseRecording(sql: Sql, session: SessionKey, at: number): boolean {
  const recording = findRow(sql, session);
  if (!recording) return false;
  const project = projectNumber(session.projectId);
  const keys = sql.all<{ key: string }>("SELECT key FROM recording_files WHERE recording_id = ?", recording.id);
  listForDeletion(
    sql,
    session,
    keys.map(({ key }) => key),
  );
  for (const table of ["pieces", "piece_uuids", "recording_activity", "recording_files", "recording_views"]) {
    sql.run(`DELETE FROM ${table} WHERE recording_id = ?`, recording.id);
  }
  for (const table of ["recording_properties", "snapshot_chunks"]) {
    sql.run(`DELETE FROM ${table} WHERE project_id = ? AND session_id = ?`, project, session.sessionId);
  }
  sql.run("DELETE FROM recordings WHERE id = ?", recording.id);
  addToCount(sql, session.projectId, -1);
  const remember = "INSERT INTO erased_recordings (project_id, session_id, at) VALUES (?, ?, ?)";
  sql.run(remember, project, session.sessionId, at);
  return true;
}

/** Lists files of an erased recording in `erasures`. */
export function listForDeletion(sql: Sql, { projectId, sessionId }: SessionKey, keys: readonly string[]): void {
  const insert = "INSERT INTO files_to_delete (project_id, session_id, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  for (const key of keys) sql.run(insert, projectNumber(projectId), sessionId, key);
}

/** `Recordings.erasures`, within the caller's transaction. */
export function filesToDelete(sql: Sql, limit: number): (SessionKey & { readonly keys: string[] })[] {
  const sessions =
    "SELECT DISTINCT project_id, session_id FROM files_to_delete ORDER BY project_id, session_id LIMIT ?";
  const select = "SELECT key FROM files_to_delete WHERE project_id = ? AND session_id = ? ORDER BY key";
  return sql.all<{ project_id: number; session_id: string }>(sessions, limit).map((row) => ({
    projectId: String(row.project_id),
    sessionId: row.session_id,
    keys: sql.all<{ key: string }>(select, row.project_id, row.session_id).map(({ key }) => key),
  }));
}

/** `Recordings.forgetFiles`, within the caller's transaction. */
export function forgetFiles(sql: Sql, { projectId, sessionId }: SessionKey, keys: readonly string[]): void {
  const forget = "DELETE FROM files_to_delete WHERE project_id = ? AND session_id = ? AND key = ?";
  for (const key of keys) sql.run(forget, projectNumber(projectId), sessionId, key);
}
