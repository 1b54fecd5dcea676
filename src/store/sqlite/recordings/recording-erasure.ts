import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { PendingErasure, RecordingErasure, SessionKey } from "../../ports/recordings.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { methodsOf, type Transactions } from "../sqlite-database.ts";
import { addToCount, findRecordingRow, isErased, type SessionKeyRow, toSessionKey } from "./recording-row.ts";

/** Erases a recording in one transaction; later ones, which `erasures` completes, drop its many pieces. */
export function sqliteRecordingErasure(database: Transactions): RecordingErasure {
  const { read, write } = methodsOf(database);
  return {
    async erase(projectId, sessionId, at) {
      const wasPresent = await database.write((sql) => erase(sql, { projectId, sessionId }, at));
      if (wasPresent) await dropErased(database);
      return wasPresent;
    },

    erased: read((sql, projectId, sessionIds) => {
      return new Set(sessionIds.filter((sessionId) => isErased(sql, { projectId, sessionId })));
    }),

    expired: read((sql, receivedBefore, limit) => {
      const select = `SELECT project_id, session_id FROM recordings
        WHERE received_at < ? AND pinned_count = 0 ORDER BY received_at LIMIT ?`;
      return sql.all<SessionKeyRow>(select, receivedBefore, limit).map(toSessionKey);
    }),

    async erasures(limit) {
      await dropErased(database);
      return database.read((sql) => pendingErasures(sql, limit));
    },

    forgetFiles: write((sql, { projectId, sessionId }, keys) => {
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

export function erase(sql: Sql, session: SessionKey, at: number): boolean {
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

/** Limits what a transaction deletes, except for a single row, because it blocks every writer and this thread. */
const MAX_BATCH_BYTES = 2 * 1024 * 1024;
const MAX_BATCH_ROWS = 500;
const MAX_RECORDINGS_PER_CALL = 100;

/** Deletes pieces that are in finished files, in batches. An interrupted run resumes on the next call. */
export async function dropFiledPieces(database: Transactions, recordingId: number): Promise<void> {
  const upTo = "SELECT filed_up_to FROM recordings WHERE id = ?";
  const complete = "UPDATE recordings SET left_to_drop = 0, waiting_since = unflushed_since WHERE id = ?";
  await inBatches(database, (sql) => {
    const last = sql.get<{ filed_up_to: number }>(upTo, recordingId)?.filed_up_to ?? 0;
    if (dropPieces(sql, recordingId, last)) return true;
    sql.run(complete, recordingId);
    return false;
  });
}

/** Deletes erased recordings' pieces in batches, and wipes their bytes. An interrupted run resumes on the next call. */
export async function dropErased(database: Transactions): Promise<void> {
  const select = "SELECT recording_id AS id FROM recordings_to_drop LIMIT ?";
  const erased = await database.read((sql) => sql.all<{ id: number }>(select, MAX_RECORDINGS_PER_CALL));
  for (const { id } of erased) {
    await inBatches(database, (sql) => dropPieces(sql, id, Number.MAX_SAFE_INTEGER) || dropUuids(sql, id));
  }
  if (erased.length === 0 || !(await database.purgeDeleted())) return;
  await database.write((sql) => {
    for (const { id } of erased) sql.run("DELETE FROM recordings_to_drop WHERE recording_id = ?", id);
  });
}

async function inBatches(database: Transactions, work: (sql: Sql) => boolean): Promise<void> {
  while (await database.write(work)) await yieldToEventLoop();
}

/** Returns false if no piece was left. */
function dropPieces(sql: Sql, recordingId: number, upTo: number): boolean {
  const select = "SELECT id, bytes FROM pieces WHERE recording_id = ? AND id <= ? LIMIT ?";
  const rows = sql.all<{ id: number; bytes: number }>(select, recordingId, upTo, MAX_BATCH_ROWS);
  let bytes = 0;
  for (const row of rows) {
    if (bytes >= MAX_BATCH_BYTES) break;
    sql.run("DELETE FROM pieces WHERE id = ?", row.id);
    bytes += row.bytes;
  }
  return rows.length > 0;
}

/** Returns false if no uuid was left. */
function dropUuids(sql: Sql, recordingId: number): boolean {
  const some = "SELECT uuid FROM piece_uuids WHERE recording_id = ?1 LIMIT ?2";
  return (
    sql.run(`DELETE FROM piece_uuids WHERE recording_id = ?1 AND uuid IN (${some})`, recordingId, MAX_BATCH_ROWS) > 0
  );
}
