import type { SessionKey, UnflushedPiece } from "../../ports/recordings.ts";
import { blobToUuid } from "../../values/stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { findRecordingRow } from "./recording-row.ts";

type PieceWithOptionalData = Omit<UnflushedPiece, "data"> & { readonly data: string | null };

interface PieceRow {
  readonly id: number;
  readonly uuid: ArrayBuffer;
  readonly first_ms: number;
  readonly bytes: number;
  readonly window_id: string;
}

interface PieceCursor {
  readonly firstMs: number;
  readonly id: number;
}

interface Portion {
  readonly pieces: readonly PieceWithOptionalData[];
  /** Where the next portion begins; null after the last. */
  readonly next: PieceCursor | null;
}

const START: PieceCursor = { firstMs: Number.NEGATIVE_INFINITY, id: 0 };
const PORTION_PIECES = 200;
const PORTION_BYTES = 8 * 1024 * 1024;
const NO_UUIDS: ReadonlySet<string> = new Set();

/**
 * `Recordings.pieces`. Each portion is of one moment, and none is given twice. What arrives meanwhile is given if its place is still ahead; what
 * a finished file takes or an erasure removes meanwhile is not given any more.
 */
export async function* unflushedPieces(
  database: Transactions,
  session: SessionKey,
  known = NO_UUIDS,
): AsyncGenerator<PieceWithOptionalData> {
  for (let cursor: PieceCursor | null = START; cursor; ) {
    const from: PieceCursor = cursor;
    const portion: Portion = await database.read((sql) => readPortion(sql, session, from, known));
    yield* portion.pieces;
    cursor = portion.next;
  }
}

/** `Recordings.boundPieces`. */
export async function* boundPieces(
  database: Transactions,
  session: SessionKey,
  key: string,
): AsyncGenerator<UnflushedPiece> {
  for (let cursor: PieceCursor | null = START; cursor; ) {
    const from: PieceCursor = cursor;
    const portion: Portion = await database.read((sql) => readPortion(sql, session, from, NO_UUIDS, key));
    for (const { data, ...piece } of portion.pieces) if (data !== null) yield { ...piece, data };
    cursor = portion.next;
  }
}

function readPortion(
  sql: Sql,
  session: SessionKey,
  from: PieceCursor,
  known: ReadonlySet<string>,
  key?: string,
): Portion {
  const recording = findRecordingRow(sql, session);
  if (!recording) return { pieces: [], next: null };
  const { id, filed_up_to: filed } = recording;
  const last = key === undefined ? Number.MAX_SAFE_INTEGER : lastPieceOf(sql, id, key);
  const select = `SELECT id, uuid, first_ms, bytes, window_id FROM pieces
    WHERE recording_id = ? AND id > ? AND id <= ? AND (first_ms, id) > (?, ?) ORDER BY first_ms, id LIMIT ?`;
  const rows = sql.all<PieceRow>(select, id, filed, last, from.firstMs, from.id, PORTION_PIECES);

  const pieces: PieceWithOptionalData[] = [];
  let bytes = 0;
  for (const row of rows) {
    const uuid = blobToUuid(row.uuid);
    const data = known.has(uuid) ? null : readData(sql, row.id);
    pieces.push({ uuid, windowId: row.window_id, firstMs: row.first_ms, data });
    if (data !== null) bytes += row.bytes;
    if (bytes >= PORTION_BYTES) return { pieces, next: cursorOf(row) };
  }
  const end = rows.at(-1);
  return { pieces, next: end && rows.length === PORTION_PIECES ? cursorOf(end) : null };
}

/** The last of the pieces that an unfinished file has; 0, before all pieces, where there is no such file. */
function lastPieceOf(sql: Sql, recordingId: number, key: string): number {
  const select = "SELECT last_piece FROM recording_files WHERE recording_id = ? AND key = ? AND bytes IS NULL";
  return sql.get<{ last_piece: number }>(select, recordingId, key)?.last_piece ?? 0;
}

const readData = (sql: Sql, id: number) => sql.one<{ data: string }>("SELECT data FROM pieces WHERE id = ?", id).data;

const cursorOf = (row: PieceRow): PieceCursor => ({ firstMs: row.first_ms, id: row.id });
