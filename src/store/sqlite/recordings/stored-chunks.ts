import type { ChunkedSnapshot, SnapshotChunk } from "../../ports/recording-pieces.ts";
import { blobToUuid, projectNumber, uuidToBlob } from "../../stored-ids.ts";
import type { Sql, SqlValue } from "../sqlite-connection.ts";
import { findRecordingRow, isErased } from "./recording-row.ts";

const WHERE_SNAPSHOT = "project_id = ? AND session_id = ? AND snapshot = ?";

export function keepChunk(sql: Sql, projectId: string, chunk: SnapshotChunk): number {
  const key = snapshotKey({ projectId, ...chunk });
  const insert = `INSERT INTO snapshot_chunks (project_id, session_id, snapshot, number, received_at, event)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
  const present = `SELECT id FROM snapshot_chunks WHERE ${WHERE_SNAPSHOT} AND number = ?`;
  if (!sql.get(present, ...key, chunk.number)) {
    if (isCompleteOrErased(sql, { projectId, ...chunk })) return 0;
    sql.run(insert, ...key, chunk.number, chunk.receivedAt, chunk.event);
  }
  return sql.one<{ n: number }>(`SELECT count(*) AS n FROM snapshot_chunks WHERE ${WHERE_SNAPSHOT}`, ...key).n;
}

function isCompleteOrErased(sql: Sql, snapshot: ChunkedSnapshot): boolean {
  const row = findRecordingRow(sql, snapshot);
  if (!row) return isErased(sql, snapshot);
  const known = "SELECT recording_id FROM piece_uuids WHERE recording_id = ? AND uuid = ?";
  return sql.get(known, row.id, uuidToBlob(snapshot.snapshot)) !== undefined;
}

export function findChunks(sql: Sql, snapshot: ChunkedSnapshot): string[] {
  const select = `SELECT event FROM snapshot_chunks WHERE ${WHERE_SNAPSHOT} ORDER BY number`;
  return sql.all<{ event: string }>(select, ...snapshotKey(snapshot)).map(({ event }) => event);
}

export function dropChunks(sql: Sql, snapshot: ChunkedSnapshot): void {
  sql.run(`DELETE FROM snapshot_chunks WHERE ${WHERE_SNAPSHOT}`, ...snapshotKey(snapshot));
}

export function staleChunks(sql: Sql, receivedBefore: number, limit: number): ChunkedSnapshot[] {
  const select = `SELECT project_id, session_id, snapshot FROM snapshot_chunks WHERE received_at < ?
    GROUP BY project_id, session_id, snapshot ORDER BY min(received_at) LIMIT ?`;
  const rows = sql.all<{ project_id: number; session_id: string; snapshot: ArrayBuffer }>(
    select,
    receivedBefore,
    limit,
  );
  return rows.map((row) => {
    return { projectId: String(row.project_id), sessionId: row.session_id, snapshot: blobToUuid(row.snapshot) };
  });
}

function snapshotKey({ projectId, sessionId, snapshot }: ChunkedSnapshot): SqlValue[] {
  return [projectNumber(projectId), sessionId, uuidToBlob(snapshot)];
}
