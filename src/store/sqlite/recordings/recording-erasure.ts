import type { PendingErasure, RecordingErasure, SessionKey } from "../../ports/recordings.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { dropErased } from "./drop-pieces.ts";
import { addToCount, findRecordingRow, isErased, type SessionKeyRow, toSessionKey } from "./recording-row.ts";

/** Erases a recording in one transaction; later ones, which `erasures` completes, drop its many pieces. */
export function sqliteRecordingErasure(database: Transactions): RecordingErasure {
  return {
    async erase(projectId, sessionId, at) {
      const wasPresent = await database.write((sql) => erase(sql, { projectId, sessionId }, at));
      if (wasPresent) await dropErased(database);
      return wasPresent;
    },

    erased: (projectId, sessionIds) =>
      database.read((sql) => new Set(sessionIds.filter((sessionId) => isErased(sql, { projectId, sessionId })))),

    expired: (receivedBefore, limit) =>
      database.read((sql) => {
        const select = `SELECT project_id, session_id FROM recordings
          WHERE received_at < ? AND pinned_count = 0 ORDER BY received_at LIMIT ?`;
        return sql.all<SessionKeyRow>(select, receivedBefore, limit).map(toSessionKey);
      }),

    async erasures(limit) {
      await dropErased(database);
      return database.read((sql) => pendingErasures(sql, limit));
    },

    forgetFiles: ({ projectId, sessionId }, keys) =>
      database.write((sql) => {
        const forget = "DELETE FROM files_to_delete WHERE project_id = ? AND session_id = ? AND key = ?";
        for (const key of keys) sql.run(forget, projectNumber(projectId), sessionId, key);
      }),

    async forget(projectId, sessionIds) {
      await dropErased(database);
      await database.write((sql) => {
        for (const table of ["files_to_delete", "erased_recordings"]) {
          const forget = `DELETE FROM ${table} WHERE project_id = ? AND session_id = ?`;
          for (const sessionId of sessionIds) sql.run(forget, projectNumber(projectId), sessionId);
        }
      });
      return true;
    },
  };
}

function erase(sql: Sql, session: SessionKey, at: number): boolean {
  const recording = findRecordingRow(sql, session);
  if (!recording) return false;
  const project = projectNumber(session.projectId);
  const files = sql.all<{ key: string }>("SELECT key FROM recording_files WHERE recording_id = ?", recording.id);
  const keys = files.map(({ key }) => key);
  listForDeletion(sql, session, keys);
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

/** Makes `erasures` list these files of an erased recording. */
export function listForDeletion(sql: Sql, { projectId, sessionId }: SessionKey, keys: readonly string[]): void {
  const insert = "INSERT INTO files_to_delete (project_id, session_id, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  for (const key of keys) sql.run(insert, projectNumber(projectId), sessionId, key);
}

function pendingErasures(sql: Sql, limit: number): PendingErasure[] {
  const sessions = `SELECT DISTINCT project_id, session_id, at FROM files_to_delete
    JOIN erased_recordings USING (project_id, session_id) ORDER BY at, project_id, session_id LIMIT ?`;
  const select = "SELECT key FROM files_to_delete WHERE project_id = ? AND session_id = ? ORDER BY key";
  return sql.all<SessionKeyRow & { at: number }>(sessions, limit).map((row) => ({
    ...toSessionKey(row),
    erasedAt: row.at,
    keys: sql.all<{ key: string }>(select, row.project_id, row.session_id).map(({ key }) => key),
  }));
}
