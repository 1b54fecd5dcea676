import type { SessionKey } from "../../ports/recordings.ts";
import { projectNumber } from "../../values/stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { dropErased } from "./drop-pieces.ts";
import { addToCount, findRecordingRow, isErased, type SessionKeyRow, toSessionKey } from "./recording-row.ts";

/** `Recordings.erase`: one transaction decides; what may be much is dropped in others, which `erasures` completes. */
export async function eraseRecording(database: Transactions, session: SessionKey, at: number): Promise<boolean> {
  const wasThere = await database.write((sql) => erase(sql, session, at));
  if (wasThere) await dropErased(database);
  return wasThere;
}

function erase(sql: Sql, session: SessionKey, at: number): boolean {
  const recording = findRecordingRow(sql, session);
  if (!recording) return false;
  const project = projectNumber(session.projectId);
  const keys = sql.all<{ key: string }>("SELECT key FROM recording_files WHERE recording_id = ?", recording.id);
  listForDeletion(
    sql,
    session,
    keys.map(({ key }) => key),
  );
  for (const table of ["recording_activity", "recording_files", "recording_pins", "recording_views"]) {
    sql.run(`DELETE FROM ${table} WHERE recording_id = ?`, recording.id);
  }
  for (const table of ["recording_properties", "snapshot_chunks"]) {
    sql.run(`DELETE FROM ${table} WHERE project_id = ? AND session_id = ?`, project, session.sessionId);
  }
  sql.run("INSERT INTO recordings_to_drop (recording_id) VALUES (?)", recording.id);
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

/** `Recordings.erased`, within the caller's transaction. */
export function erasedSessions(sql: Sql, projectId: string, sessionIds: readonly string[]): Set<string> {
  return new Set(sessionIds.filter((sessionId) => isErased(sql, { projectId, sessionId })));
}

/** `Recordings.expired`, within the caller's transaction. */
export function expiredRecordings(sql: Sql, receivedBefore: number, limit: number): SessionKey[] {
  const select = `SELECT project_id, session_id FROM recordings
    WHERE received_at < ? AND pinned_count = 0 ORDER BY received_at LIMIT ?`;
  return sql.all<SessionKeyRow>(select, receivedBefore, limit).map(toSessionKey);
}

/** `Recordings.erasures`. */
export async function filesToDelete(database: Transactions, limit: number) {
  await dropErased(database);
  return database.read((sql) => listedForDeletion(sql, limit));
}

function listedForDeletion(sql: Sql, limit: number) {
  const sessions = `SELECT DISTINCT project_id, session_id, at FROM files_to_delete
    JOIN erased_recordings USING (project_id, session_id) ORDER BY at, project_id, session_id LIMIT ?`;
  const select = "SELECT key FROM files_to_delete WHERE project_id = ? AND session_id = ? ORDER BY key";
  return sql.all<SessionKeyRow & { at: number }>(sessions, limit).map((row) => ({
    ...toSessionKey(row),
    erasedAt: row.at,
    keys: sql.all<{ key: string }>(select, row.project_id, row.session_id).map(({ key }) => key),
  }));
}

/** `Recordings.forgetFiles`, within the caller's transaction. */
export function forgetFiles(sql: Sql, { projectId, sessionId }: SessionKey, keys: readonly string[]): void {
  const forget = "DELETE FROM files_to_delete WHERE project_id = ? AND session_id = ? AND key = ?";
  for (const key of keys) sql.run(forget, projectNumber(projectId), sessionId, key);
}
