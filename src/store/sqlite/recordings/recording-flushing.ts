import { withData } from "../../piece-pages.ts";
import type { FileInProgress, RecordingFile, RecordingFlushing, SessionKey } from "../../ports/recordings.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { methodsOf, type Transactions } from "../sqlite-database.ts";
import { unflushedPieces } from "./read-pieces.ts";
import { dropFiledPieces, listForDeletion } from "./recording-erasure.ts";
import { findRecordingRow, isErased, type SessionKeyRow, toSessionKey } from "./recording-row.ts";

export function sqliteRecordingFlushing(database: Transactions): RecordingFlushing {
  const { read, write } = methodsOf(database);
  return {
    due: read((sql, receivedBefore, bytes, now, limit) => {
      const select = `SELECT project_id, session_id FROM recordings
        WHERE waiting_since IS NOT NULL AND (waiting_since < ? OR unflushed_bytes > ?)
          AND ifnull(claimed_until, 0) <= ?
        ORDER BY waiting_since LIMIT ?`;
      return sql.all<SessionKeyRow>(select, receivedBefore, bytes, now, limit).map(toSessionKey);
    }),

    waitingSince: read((sql) => {
      const select = "SELECT min(waiting_since) AS since FROM recordings WHERE waiting_since IS NOT NULL";
      return sql.one<{ since: number | null }>(select).since;
    }),

    claim: write((sql, { projectId, sessionId }, owner, until, now) => {
      const update = `UPDATE recordings SET claimed_by = ?1, claimed_until = ?2
        WHERE project_id = ?3 AND session_id = ?4
          AND (claimed_by IS NULL OR claimed_by = ?1 OR claimed_until <= ?5)`;
      return sql.run(update, owner, until, projectNumber(projectId), sessionId, now) > 0;
    }),

    release: write((sql, { projectId, sessionId }, owner) => {
      const update = `UPDATE recordings SET claimed_by = NULL, claimed_until = NULL
        WHERE project_id = ? AND session_id = ? AND claimed_by = ?`;
      sql.run(update, projectNumber(projectId), sessionId, owner);
    }),

    async beginFile(session, prefix) {
      // An interrupted finishFile may have left pieces of finished files.
      const recording = await database.read((sql) => findRecordingRow(sql, session));
      if (recording?.left_to_drop) await dropFiledPieces(database, recording.id);
      return database.write((sql) => beginFile(sql, session, prefix));
    },

    piecesOfOpenFile: (session, key) => withData(unflushedPieces(database, session, undefined, key)),

    async finishFile(session, file) {
      const recordingId = await database.write((sql) => hidePieces(sql, session, file));
      if (recordingId !== null) await dropFiledPieces(database, recordingId);
      return recordingId !== null;
    },
  };
}

function beginFile(sql: Sql, session: SessionKey, prefix: string): FileInProgress | null {
  const recording = findRecordingRow(sql, session);
  if (!recording) return null;
  const begun = "SELECT key, first_ms, last_ms FROM recording_files WHERE recording_id = ? AND bytes IS NULL";
  const row = sql.get<{ key: string; first_ms: number; last_ms: number }>(begun, recording.id);
  if (row) return { key: row.key, firstMs: row.first_ms, lastMs: row.last_ms };

  const { unflushed_first_ms: firstMs, unflushed_last_ms: lastMs } = recording;
  if (firstMs === null || lastMs === null) return null;
  const key = freeKey(sql, recording.id, `${prefix}${firstMs}-${lastMs}`);
  const insert = `INSERT INTO recording_files (recording_id, key, first_ms, last_ms, last_piece)
    VALUES (?1, ?2, ?3, ?4, (SELECT max(id) FROM pieces WHERE recording_id = ?1))`;
  sql.run(insert, recording.id, key, firstMs, lastMs);
  return { key, firstMs, lastMs };
}

function freeKey(sql: Sql, recordingId: number, preferred: string): string {
  const select = "SELECT id FROM recording_files WHERE recording_id = ? AND key = ?";
  let key = preferred;
  for (let copy = 2; sql.get(select, recordingId, key); copy++) key = `${preferred}-${copy}`;
  return key;
}

/** Marks the file as finished, which hides its pieces. Returns the recording's id; null if it was erased. */
function hidePieces(sql: Sql, session: SessionKey, file: RecordingFile): number | null {
  const recording = findRecordingRow(sql, session);
  if (!recording) {
    // Erased while the file was written: the file must be deleted, too.
    if (isErased(sql, session)) listForDeletion(sql, session, [file.key]);
    return null;
  }
  const select = "SELECT last_piece, bytes FROM recording_files WHERE recording_id = ? AND key = ?";
  const begun = sql.get<{ last_piece: number; bytes: number | null }>(select, recording.id, file.key);
  if (!begun) throw new Error(`The file ${file.key} was not begun.`);
  if (begun.bytes !== null) return recording.id;
  const finish = "UPDATE recording_files SET first_ms = ?, last_ms = ?, bytes = ? WHERE recording_id = ? AND key = ?";
  sql.run(finish, file.firstMs, file.lastMs, file.bytes, recording.id, file.key);
  const remaining = `UPDATE recordings SET filed_up_to = ?2, left_to_drop = 1,
      (unflushed_bytes, unflushed_first_ms, unflushed_last_ms, unflushed_since) =
        (SELECT total(bytes), min(first_ms), max(last_ms), min(received_at)
          FROM pieces WHERE recording_id = ?1 AND id > ?2)
    WHERE id = ?1`;
  sql.run(remaining, recording.id, begun.last_piece);
  return recording.id;
}
