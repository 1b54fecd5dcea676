import { groupBy } from "../../../lib/group-by.ts";
import { type ActiveHour, activeMs, joinAllHours, joinHours, type Stretch } from "../../active-hours.ts";
import type { SnapshotPiece } from "../../ports/recordings.ts";
import { addSummaries, type SnapshotSummary } from "../../snapshot-summary.ts";
import { projectNumber, uuidToBlob } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { addToCount, findRecordingRow, isErased } from "./recording-row.ts";

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

export function appendPieces(sql: Sql, projectId: string, pieces: readonly SnapshotPiece[]): void {
  for (const [sessionId, group] of groupBy(pieces, (piece) => piece.sessionId))
    appendToSession(sql, projectId, sessionId, group);
}

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
