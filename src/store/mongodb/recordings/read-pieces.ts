import type { Binary, Filter, ObjectId } from "mongodb";
import { MAX_PAGE_PIECES, type PiecePage, piecesOf } from "../../piece-pages.ts";
import type { PieceWithOptionalData, SessionKey } from "../../ports/recordings.ts";
import { findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { decodeData, partKey, pieceKey, toPiece } from "./piece-row.ts";
import { recordingKey } from "./recording-row.ts";
import type { PieceRow, RecordingRow } from "./recording-row-types.ts";

type PieceCursor = { readonly firstMs: number; readonly order: ObjectId };

/** A reader that stalls holds a page in the heap. */
const MAX_PAGE_BYTES = 1024 * 1024;
const NO_UUIDS: ReadonlySet<string> = new Set();

/** Yields counted pieces. With a key, these are those of the unfinished file. */
export function unflushedPieces(
  database: MongoDatabase,
  session: SessionKey,
  known = NO_UUIDS,
  key?: string,
): AsyncGenerator<PieceWithOptionalData> {
  return piecesOf<PieceCursor>((from) =>
    database.run((collections) => readPage(collections, session, from, known, key)),
  );
}

async function readPage(
  collections: Collections,
  session: SessionKey,
  from: PieceCursor | null,
  known: ReadonlySet<string>,
  key: string | undefined,
): Promise<PiecePage<PieceCursor>> {
  const recording = await collections.recordings.findOne({ _id: recordingKey(session) });
  const batch = recording && batchFilter(recording, key);
  if (!recording || !batch) return { pieces: [], next: null };
  const filter: Filter<PieceRow> = { recording: recording._id, $and: [batch, afterCursor(from)] };
  const rest = collections.pieces
    .find(filter, { projection: { data: 0, summary: 0, activity: 0 } })
    .sort({ firstMs: 1, order: 1 });
  const rows = await rest.limit(MAX_PAGE_PIECES).toArray();

  const found = rows.map((row) => ({ row, piece: toPiece(row) }));
  const end = pageEnd(found, known);
  const selected = found.slice(0, end);
  const unknown = selected.filter(({ piece }) => !known.has(piece.uuid)).map(({ row }) => row);
  const data = await readData(collections, unknown);
  const pieces = selected.flatMap(({ row, piece }): PieceWithOptionalData[] => {
    if (known.has(piece.uuid)) return [{ ...piece, data: null }];
    const text = data.get(row._id);
    return text === undefined ? [] : [{ ...piece, data: text }]; // absent if dropped meanwhile
  });
  const last = selected.at(-1)?.row;
  const isLast = end === rows.length && rows.length < MAX_PAGE_PIECES;
  return { pieces, next: last && !isLast ? { firstMs: last.firstMs, order: last.order } : null };
}

/** Matches counted pieces of the unfinished file or, without a key, all in no finished file. Null if there are none. */
export function batchFilter(row: RecordingRow, key: string | undefined): Filter<PieceRow> | null {
  const { _id, batch, begun, counted, erasedAt } = row;
  if (erasedAt !== undefined) return null;
  if (key !== undefined) return begun?.key === key ? { batch: begun.batch } : null;
  const unmarked = counted?.uuids.map((uuid) => pieceKey(_id, uuid)) ?? [];
  return { $or: [{ batch: { $gte: begun?.batch ?? batch } }, { _id: { $in: unmarked } }] };
}

/** Dropped pieces have no time, and do not match. */
function afterCursor(from: PieceCursor | null): Filter<PieceRow> {
  if (!from) return { firstMs: { $exists: true } };
  const { firstMs, order } = from;
  return { firstMs: { $gte: firstMs }, $or: [{ firstMs: { $gt: firstMs } }, { order: { $gt: order } }] };
}

function pageEnd(found: readonly { row: PieceRow; piece: { uuid: string } }[], known: ReadonlySet<string>): number {
  let bytes = 0;
  for (const [index, { row, piece }] of found.entries()) {
    if (!known.has(piece.uuid)) bytes += row.bytes;
    if (bytes >= MAX_PAGE_BYTES) return index + 1;
  }
  return found.length;
}

/** Returns the data by piece key, without pieces dropped meanwhile. */
export async function readData(
  { pieces, piece_parts }: Collections,
  rows: readonly PieceRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ _id }) => _id);
  const data = new Map<string, string>();
  for (const row of await findByIds(pieces, ids, { data: 1 })) if (row.data) data.set(row._id, decodeData([row.data]));
  for (const { _id, parts } of rows.filter((row) => row.parts > 0)) {
    const keys = Array.from({ length: parts }, (_, number) => partKey(_id, number));
    const found = new Map((await findByIds(piece_parts, keys)).map((part) => [part._id, part.data]));
    const whole = keys.map((key) => found.get(key)).filter((part): part is Binary => part !== undefined);
    if (whole.length === parts) data.set(_id, decodeData(whole));
  }
  return data;
}
