import { MAX_PAGE_PIECES, type PiecePage, piecesOf } from "../../piece-pages.ts";
import type { PieceWithOptionalData, SessionKey } from "../../ports/recordings.ts";
import { blobToUuid } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { findRecordingRow } from "./recording-row.ts";

type PieceCursor = { readonly firstMs: number; readonly id: number };

interface PieceRow extends PieceCursor {
  readonly uuid: ArrayBuffer;
  readonly bytes: number;
  readonly windowId: string;
}

const START: PieceCursor = { firstMs: Number.NEGATIVE_INFINITY, id: 0 };
/** A reader that stalls holds a page in the heap. */
const MAX_PAGE_BYTES = 256 * 1024;
const NO_UUIDS: ReadonlySet<string> = new Set();

/** With a key, these are the pieces of the unfinished file. */
export function unflushedPieces(
  database: Transactions,
  session: SessionKey,
  known = NO_UUIDS,
  key?: string,
): AsyncGenerator<PieceWithOptionalData> {
  return piecesOf<PieceCursor>((from) => database.read((sql) => readPage(sql, session, from ?? START, known, key)));
}

function readPage(
  sql: Sql,
  session: SessionKey,
  from: PieceCursor,
  known: ReadonlySet<string>,
  key: string | undefined,
): PiecePage<PieceCursor> {
  const recording = findRecordingRow(sql, session);
  if (!recording) return { pieces: [], next: null };
  const { id, filed_up_to: filed } = recording;
  const last = key === undefined ? Number.MAX_SAFE_INTEGER : lastPieceOf(sql, id, key);
  const select = `SELECT id, uuid, first_ms AS firstMs, bytes, window_id AS windowId FROM pieces
    WHERE recording_id = ? AND id > ? AND id <= ? AND (first_ms, id) > (?, ?) ORDER BY first_ms, id LIMIT ?`;
  const rows = sql.all<PieceRow>(select, id, filed, last, from.firstMs, from.id, MAX_PAGE_PIECES);

  const pieces: PieceWithOptionalData[] = [];
  let bytes = 0;
  for (const row of rows) {
    const uuid = blobToUuid(row.uuid);
    const data = known.has(uuid) ? null : readData(sql, row.id);
    pieces.push({ uuid, windowId: row.windowId, firstMs: row.firstMs, data });
    if (data !== null) bytes += row.bytes;
    if (bytes >= MAX_PAGE_BYTES) return { pieces, next: row };
  }
  const end = rows.at(-1);
  return { pieces, next: end && rows.length === MAX_PAGE_PIECES ? end : null };
}

/** Returns the id of the last piece bound to an unfinished file; 0, which precedes all ids, if there is none. */
function lastPieceOf(sql: Sql, recordingId: number, key: string): number {
  const select = "SELECT last_piece FROM recording_files WHERE recording_id = ? AND key = ? AND bytes IS NULL";
  return sql.get<{ last_piece: number }>(select, recordingId, key)?.last_piece ?? 0;
}

const readData = (sql: Sql, id: number) => sql.one<{ data: string }>("SELECT data FROM pieces WHERE id = ?", id).data;
