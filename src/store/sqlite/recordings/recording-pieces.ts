import type { RecordingPieces } from "../../ports/recording-pieces.ts";
import type { RecordingFile, SessionKey } from "../../ports/recordings.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { appendPieces } from "./append-pieces.ts";
import { unflushedPieces } from "./read-pieces.ts";
import { findRecordingRow } from "./recording-row.ts";
import { dropChunks, findChunks, keepChunk, staleChunks } from "./stored-chunks.ts";
import { checkProperties, dropUnrecorded, saveProperties } from "./stored-properties.ts";

export function sqliteRecordingPieces(database: Transactions): RecordingPieces {
  return {
    append: (projectId, pieces) => database.write((sql) => appendPieces(sql, projectId, pieces)),
    files: (projectId, sessionId) => database.read((sql) => finishedFiles(sql, { projectId, sessionId })),
    unflushed: (projectId, sessionId, known) => unflushedPieces(database, { projectId, sessionId }, known),
    saveProperties: (projectId, properties) => database.write((sql) => saveProperties(sql, projectId, properties)),
    checkProperties: (now, later, limit) => database.write((sql) => checkProperties(sql, now, later, limit)),

    keepChunk: (projectId, chunk) => database.write((sql) => keepChunk(sql, projectId, chunk)),
    chunks: (snapshot) => database.read((sql) => findChunks(sql, snapshot)),
    dropChunks: (snapshot) => database.write((sql) => dropChunks(sql, snapshot)),
    staleChunks: (receivedBefore, limit) => database.read((sql) => staleChunks(sql, receivedBefore, limit)),
    dropUnrecorded: (projectId, sessionIds) => database.write((sql) => dropUnrecorded(sql, projectId, sessionIds)),
  };
}

interface FileRow {
  readonly key: string;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly bytes: number;
}

function finishedFiles(sql: Sql, session: SessionKey): RecordingFile[] {
  const recording = findRecordingRow(sql, session);
  if (!recording) return [];
  const select = `SELECT key, first_ms, last_ms, bytes FROM recording_files
    WHERE recording_id = ? AND bytes IS NOT NULL ORDER BY first_ms, id`;
  const rows = sql.all<FileRow>(select, recording.id);
  return rows.map(({ key, first_ms, last_ms, bytes }) => ({ key, firstMs: first_ms, lastMs: last_ms, bytes }));
}
