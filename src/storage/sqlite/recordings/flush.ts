import type { FileInProgress, RecordingFile, SessionKey } from "../../ports/recordings.ts";
import { projectNumber } from "../../values/ids.ts";
import type { Sql } from "../sql.ts";
import { listForDeletion } from "./erase.ts";
import { findRow, isErased } from "./row.ts";

interface FileRow {
  readonly key: string;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly bytes: number;
}

/** `Recordings.due`: the longest waiting first. */
export function dueRecordings(sql: Sql, receivedBefore: number, bytes: number, limit: number): SessionKey[] {
  const select = `SELECT project_id, session_id FROM recordings
    WHERE unflushed_since IS NOT NULL AND (unflushed_since < ? OR unflushed_bytes > ?) ORDER BY unflushed_since LIMIT ?`;
  const rows = sql.all<{ project_id: number; session_id: string }>(select, receivedBefore, bytes, limit);
  return rows.map((row) => ({ projectId: String(row.project_id), sessionId: row.session_id }));
}

/** `Recordings.claim`: false, too, where there is no such recording. */
export function claimRecording(
  sql: Sql,
  { projectId, sessionId }: SessionKey,
  owner: string,
  until: number,
  now: number,
): boolean {
  const update = `UPDATE recordings SET claimed_by = ?1, claimed_until = ?2
    WHERE project_id = ?3 AND session_id = ?4 AND (claimed_by IS NULL OR claimed_by = ?1 OR claimed_until <= ?5)`;
  return sql.run(update, owner, until, projectNumber(projectId), sessionId, now) > 0;
}

/** `Recordings.release`. */
export function releaseRecording(sql: Sql, { projectId, sessionId }: SessionKey, owner: string): void {
  const update = `UPDATE recordings SET claimed_by = NULL, claimed_until = NULL
    WHERE project_id = ? AND session_id = ? AND claimed_by = ?`;
  sql.run(update, projectNumber(projectId), sessionId, owner);
}

/** `Recordings.beginFile`, within the caller's transaction. */
export function beginFile(sql: Sql, session: SessionKey, prefix: string): FileInProgress | null {
  const recording = findRow(sql, session);
  if (!recording) return null;
  const begun = "SELECT key, first_ms, last_ms FROM recording_files WHERE recording_id = ? AND bytes IS NULL";
  const row = sql.get<FileRow>(begun, recording.id);
  if (row) return { key: row.key, firstMs: row.first_ms, lastMs: row.last_ms };

  const { unflushed_first_ms: firstMs, unflushed_last_ms: lastMs } = recording;
  if (firstMs === null || lastMs === null) return null;
  const key = freeKey(sql, recording.id, `${prefix}${firstMs}-${lastMs}`);
  const insert = `INSERT INTO recording_files (recording_id, key, first_ms, last_ms, last_piece)
    VALUES (?1, ?2, ?3, ?4, (SELECT max(id) FROM pieces WHERE recording_id = ?1))`;
  sql.run(insert, recording.id, key, firstMs, lastMs);
  return { key, firstMs, lastMs };
}

function freeKey(sql: Sql, recordingId: number, wanted: string): string {
  const select = "SELECT id FROM recording_files WHERE recording_id = ? AND key = ?";
  let key = wanted;
  for (let copy = 2; sql.get(select, recordingId, key); copy++) key = `${wanted}-${copy}`;
  return key;
}

/** `Recordings.finishFile`, within the caller's transaction. */
export function finishFile(sql: Sql, session: SessionKey, file: RecordingFile): void {
  const recording = findRow(sql, session);
  if (!recording && isErased(sql, session)) {
    // Erased while the file was being written: what was written has to go, too.
    listForDeletion(sql, session, [file.key]);
    return;
  }
  const select = "SELECT last_piece, bytes FROM recording_files WHERE recording_id = ? AND key = ?";
  const begun = recording && sql.get<{ last_piece: number; bytes: number | null }>(select, recording.id, file.key);
  if (!begun) throw new Error(`The file ${file.key} was not begun.`);
  if (begun.bytes !== null) return;
  const finish = "UPDATE recording_files SET first_ms = ?, last_ms = ?, bytes = ? WHERE recording_id = ? AND key = ?";
  sql.run(finish, file.firstMs, file.lastMs, file.bytes, recording.id, file.key);
  sql.run("DELETE FROM pieces WHERE recording_id = ? AND id <= ?", recording.id, begun.last_piece);
  const remaining = `UPDATE recordings SET (unflushed_bytes, unflushed_first_ms, unflushed_last_ms, unflushed_since) =
      (SELECT total(bytes), min(first_ms), max(last_ms), min(received_at) FROM pieces WHERE recording_id = ?1)
    WHERE id = ?1`;
  sql.run(remaining, recording.id);
}

/** `Recordings.files`, within the caller's transaction. */
export function finishedFiles(sql: Sql, session: SessionKey): RecordingFile[] {
  const recording = findRow(sql, session);
  if (!recording) return [];
  const select = `SELECT key, first_ms, last_ms, bytes FROM recording_files
    WHERE recording_id = ? AND bytes IS NOT NULL ORDER BY first_ms, id`;
  return sql.all<FileRow>(select, recording.id).map(toFile);
}

const toFile = (row: FileRow): RecordingFile => ({
  key: row.key,
  firstMs: row.first_ms,
  lastMs: row.last_ms,
  bytes: row.bytes,
});
