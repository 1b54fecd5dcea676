import { groupBy } from "../../../lib/group-by.ts";
import { type ActiveHour, activeMs, joinAllHours, joinHours, type Stretch } from "../../active-hours.ts";
import type { ChunkedSnapshot, RecordingFile, RecordingPieces, SnapshotPiece } from "../../ports/recordings.ts";
import { addSummaries, type SnapshotSummary } from "../../snapshot-summary.ts";
import { blobToUuid, projectNumber, uuidToBlob } from "../../stored-ids.ts";
import { insertStatement, writeRows } from "../row-buffer.ts";
import type { Sql, SqlValue } from "../sqlite-connection.ts";
import { methodsOf, type Transactions } from "../sqlite-database.ts";
import { unflushedPieces } from "./read-pieces.ts";
import { addToCount, findRecordingRow, isErased, type SessionKeyRow, toSessionKey } from "./recording-row.ts";

const WHERE_SNAPSHOT = "project_id = ? AND session_id = ? AND snapshot = ?";

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

export function sqliteRecordingPieces(database: Transactions): RecordingPieces {
  const { read, write } = methodsOf(database);
  return {
    append: write((sql, projectId, pieces) => {
      for (const [sessionId, group] of groupBy(pieces, (piece) => piece.sessionId))
        appendToSession(sql, projectId, sessionId, group);
    }),

    files: read((sql, projectId, sessionId) => {
      const session = { projectId, sessionId };
      const recording = findRecordingRow(sql, session);
      if (!recording) return [];
      const select = `SELECT key, first_ms AS firstMs, last_ms AS lastMs, bytes FROM recording_files
        WHERE recording_id = ? AND bytes IS NOT NULL ORDER BY first_ms, id`;
      return sql.all<RecordingFile>(select, recording.id);
    }),

    unflushed: (projectId, sessionId, known) => unflushedPieces(database, { projectId, sessionId }, known),
    async saveProperties(projectId, all) {
      const project = projectNumber(projectId);
      await database.write((sql) =>
        writeRows(sql, UPSERT_PROPERTIES, all, ({ sessionId, at, checkAt, properties }) => {
          return [project, sessionId, at, checkAt, JSON.stringify(properties)];
        }),
      );
    },

    /** Rows of earlier versions have the time 0. */
    checkProperties: write((sql, now, later, limit) => {
      const due = sql.all<{ id: number; check_at: number; is_recorded: number }>(SELECT_DUE, now, limit);
      for (const { id, check_at: checkAt, is_recorded: isRecorded } of due) {
        if (isRecorded === 1) sql.run(RESCHEDULE, null, id);
        else if (checkAt === 0) sql.run(RESCHEDULE, later, id);
        else sql.run("DELETE FROM recording_properties WHERE id = ?", id);
      }
      return due.length;
    }),

    keepChunk: write((sql, projectId, chunk) => {
      const key = snapshotKey({ projectId, ...chunk });
      const present = `SELECT id FROM snapshot_chunks WHERE ${WHERE_SNAPSHOT} AND number = ?`;
      if (!sql.get(present, ...key, chunk.number)) {
        if (isCompleteOrErased(sql, { projectId, ...chunk })) return 0;
        const insert = `INSERT INTO snapshot_chunks (project_id, session_id, snapshot, number, received_at, event)
          VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
        sql.run(insert, ...key, chunk.number, chunk.receivedAt, chunk.event);
      }
      return sql.one<{ n: number }>(`SELECT count(*) AS n FROM snapshot_chunks WHERE ${WHERE_SNAPSHOT}`, ...key).n;
    }),

    chunks: read((sql, snapshot) => {
      const select = `SELECT event FROM snapshot_chunks WHERE ${WHERE_SNAPSHOT} ORDER BY number`;
      return sql.all<{ event: string }>(select, ...snapshotKey(snapshot)).map(({ event }) => event);
    }),

    async dropChunks(snapshot) {
      const drop = `DELETE FROM snapshot_chunks WHERE ${WHERE_SNAPSHOT}`;
      await database.write((sql) => sql.run(drop, ...snapshotKey(snapshot)));
    },

    staleChunks: read((sql, receivedBefore, limit) => {
      const select = `SELECT project_id, session_id, snapshot FROM snapshot_chunks WHERE received_at < ?
        GROUP BY project_id, session_id, snapshot ORDER BY min(received_at) LIMIT ?`;
      const rows = sql.all<SessionKeyRow & { readonly snapshot: ArrayBuffer }>(select, receivedBefore, limit);
      return rows.map((row) => ({ ...toSessionKey(row), snapshot: blobToUuid(row.snapshot) }));
    }),

    dropUnrecorded: write((sql, projectId, sessionIds) => {
      for (const sessionId of sessionIds) {
        if (findRecordingRow(sql, { projectId, sessionId })) continue;
        for (const table of ["recording_properties", "snapshot_chunks"]) {
          const drop = `DELETE FROM ${table} WHERE project_id = ? AND session_id = ?`;
          sql.run(drop, projectNumber(projectId), sessionId);
        }
      }
    }),
  };
}

function isCompleteOrErased(sql: Sql, snapshot: ChunkedSnapshot): boolean {
  const row = findRecordingRow(sql, snapshot);
  if (!row) return isErased(sql, snapshot);
  const known = "SELECT recording_id FROM piece_uuids WHERE recording_id = ? AND uuid = ?";
  return sql.get(known, row.id, uuidToBlob(snapshot.snapshot)) !== undefined;
}

function snapshotKey({ projectId, sessionId, snapshot }: ChunkedSnapshot): SqlValue[] {
  return [projectNumber(projectId), sessionId, uuidToBlob(snapshot)];
}

const SELECT = "SELECT next, stretches FROM recording_activity WHERE recording_id = ? AND hour = ?";
const UPSERT = "INSERT OR REPLACE INTO recording_activity (recording_id, hour, next, stretches) VALUES (?, ?, ?, ?)";

/** Merges activity into a recording's hours. Returns the milliseconds of activity that this adds. */
function addActivity(sql: Sql, recordingId: number, added: readonly ActiveHour[]): number {
  let addedMs = 0;
  for (const hour of added) {
    const before = findHour(sql, recordingId, hour.hour);
    const after = joinHours(before, hour);
    sql.run(UPSERT, recordingId, after.hour, after.next, JSON.stringify(after.stretches));
    addedMs += activeMs(after) - activeMs(before);
  }
  return addedMs;
}

function findHour(sql: Sql, recordingId: number, hour: number): ActiveHour {
  const row = sql.get<{ next: number | null; stretches: string }>(SELECT, recordingId, hour);
  return { hour, next: row?.next ?? null, stretches: row ? (JSON.parse(row.stretches) as Stretch[]) : [] };
}

const INSERT_PIECE_UUID = "INSERT INTO piece_uuids (recording_id, uuid) VALUES (?, ?) ON CONFLICT DO NOTHING";
const INSERT_PIECE = `INSERT INTO pieces
    (recording_id, uuid, first_ms, last_ms, received_at, bytes, window_id, data)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_RECORDING = `INSERT INTO recordings (summary, distinct_id, first_ms, duration_ms, project_id, session_id,
    received_at, unflushed_bytes)
  VALUES (?, ?, ?, ?, ?, ?, ?, 0) RETURNING id`;
const UPDATE_RECORDING = `UPDATE recordings SET summary = ?1, distinct_id = ?2, first_ms = ?3, duration_ms = ?4,
    active_ms = active_ms + ?5, unflushed_bytes = unflushed_bytes + ?6,
    unflushed_first_ms = min(ifnull(unflushed_first_ms, 1e999), ?7),
    unflushed_last_ms = max(ifnull(unflushed_last_ms, -1e999), ?8),
    unflushed_since = min(ifnull(unflushed_since, 1e999), ?9), waiting_since = min(ifnull(waiting_since, 1e999), ?9),
    received_at = max(received_at, ?10)
  WHERE id = ?11`;

function appendToSession(sql: Sql, projectId: string, sessionId: string, pieces: readonly SnapshotPiece[]): void {
  const session = { projectId, sessionId };
  const row = findRecordingRow(sql, session);
  const [first] = pieces;
  if (!first || (!row && isErased(sql, session))) return;
  const id = row?.id ?? insertRecording(sql, projectId, first);
  const fresh = pieces.filter((piece) => sql.run(INSERT_PIECE_UUID, id, uuidToBlob(piece.uuid)) > 0);
  if (fresh.length === 0) return;

  const bytes = fresh.map((piece) => insertPiece(sql, id, piece)).reduce((sum, size) => sum + size, 0);
  const added = fresh.map((piece) => piece.summary).reduce(addSummaries);
  const summary = row ? addSummaries(JSON.parse(row.summary) as SnapshotSummary, added) : added;
  const addedMs = addActivity(sql, id, joinAllHours(fresh.flatMap((piece) => piece.activity)));
  const received = fresh.map((piece) => piece.receivedAt);
  const unflushed = [bytes, added.firstMs, added.lastMs, Math.min(...received), Math.max(...received)] as const;
  sql.run(UPDATE_RECORDING, ...summaryColumns(summary), addedMs, ...unflushed, id);
}

function insertRecording(sql: Sql, projectId: string, { sessionId, receivedAt, summary }: SnapshotPiece): number {
  const values = [...summaryColumns(summary), projectNumber(projectId), sessionId, receivedAt];
  const { id } = sql.one<{ id: number }>(INSERT_RECORDING, ...values);
  addToCount(sql, projectId, 1);
  return id;
}

function summaryColumns(summary: SnapshotSummary): [string, string, number, number] {
  const { distinctId, firstMs, lastMs } = summary;
  return [JSON.stringify(summary), distinctId, firstMs, lastMs - firstMs];
}

/** Returns the size of its data in bytes. */
function insertPiece(sql: Sql, recordingId: number, piece: SnapshotPiece): number {
  const { uuid, summary, receivedAt, windowId, data } = piece;
  const bytes = Buffer.byteLength(data);
  const times = [summary.firstMs, summary.lastMs, receivedAt] as const;
  sql.run(INSERT_PIECE, recordingId, uuidToBlob(uuid), ...times, bytes, windowId, data);
  return bytes;
}
