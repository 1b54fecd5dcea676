import type { Binary, Filter, ObjectId } from "mongodb";
import type { SessionKey, UnflushedPiece } from "../../ports/recordings.ts";
import { findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { decodeData, partKey, toPiece } from "./piece-row.ts";
import { recordingKey } from "./recording-row.ts";
import type { PieceRow, RecordingRow } from "./recording-row-types.ts";

type PieceWithOptionalData = Omit<UnflushedPiece, "data"> & { readonly data: string | null };

interface PieceCursor {
  readonly firstMs: number;
  readonly order: ObjectId;
}

interface Portion {
  readonly pieces: readonly PieceWithOptionalData[];
  /** Where the next portion begins; null after the last. */
  readonly next: PieceCursor | null;
}

/** Where the first portion begins. */
const START = undefined;
const PORTION_PIECES = 200;
const PORTION_BYTES = 8 * 1024 * 1024;
const NO_UUIDS: ReadonlySet<string> = new Set();

/**
 * `Recordings.pieces`. None is given twice. What arrives meanwhile is given if its place is still ahead; what a finished file takes or an erasure
 * removes meanwhile is not given any more.
 */
export async function* unflushedPieces(
  database: MongoDatabase,
  session: SessionKey,
  known = NO_UUIDS,
): AsyncGenerator<PieceWithOptionalData> {
  for (let cursor: PieceCursor | null | undefined = START; cursor !== null; ) {
    const from: PieceCursor | undefined = cursor;
    const portion: Portion = await database.run((collections) => readPortion(collections, session, from, known));
    yield* portion.pieces;
    cursor = portion.next;
  }
}

/** `Recordings.boundPieces`. */
export async function* boundPieces(
  database: MongoDatabase,
  session: SessionKey,
  key: string,
): AsyncGenerator<UnflushedPiece> {
  for (let cursor: PieceCursor | null | undefined = START; cursor !== null; ) {
    const from: PieceCursor | undefined = cursor;
    const portion: Portion = await database.run((collections) =>
      readPortion(collections, session, from, NO_UUIDS, key),
    );
    for (const { data, ...piece } of portion.pieces) if (data !== null) yield { ...piece, data };
    cursor = portion.next;
  }
}

async function readPortion(
  collections: Collections,
  session: SessionKey,
  from: PieceCursor | undefined,
  known: ReadonlySet<string>,
  key?: string,
): Promise<Portion> {
  const recording = await collections.recordings.findOne({ _id: recordingKey(session) });
  const batch = recording && batchFilter(recording, key);
  if (!recording || !batch) return { pieces: [], next: null };
  const filter: Filter<PieceRow> = { recording: recording._id, ...batch, ...afterCursor(from) };
  const rest = collections.pieces
    .find(filter, { projection: { data: 0, summary: 0, activity: 0 } })
    .sort({ firstMs: 1, order: 1 });
  const rows = await rest.limit(PORTION_PIECES).toArray();

  const given = rows.map((row) => ({ row, piece: toPiece(row) }));
  const end = portionEnd(given, known);
  const portion = given.slice(0, end);
  const unknown = portion.filter(({ piece }) => !known.has(piece.uuid)).map(({ row }) => row);
  const data = await readData(collections, unknown);
  const pieces = portion.flatMap(({ row, piece }): PieceWithOptionalData[] => {
    if (known.has(piece.uuid)) return [{ ...piece, data: null }];
    const text = data.get(row._id);
    return text === undefined ? [] : [{ ...piece, data: text }]; // dropped since
  });
  const last = portion.at(-1)?.row;
  const isLast = end === rows.length && rows.length < PORTION_PIECES;
  return { pieces, next: last && !isLast ? { firstMs: last.firstMs, order: last.order } : null };
}

/** Pieces of the file's batch, or those that are in no finished file; null where there are none. */
function batchFilter({ batch, begun, erasedAt }: RecordingRow, key: string | undefined): Filter<PieceRow> | null {
  if (erasedAt !== undefined) return null;
  if (key === undefined) return { batch: { $not: { $lt: begun?.batch ?? batch } } };
  return begun?.key === key ? { batch: begun.batch } : null;
}

/** What comes after the place. Pieces that were dropped have no time. */
function afterCursor(from: PieceCursor | undefined): Filter<PieceRow> {
  if (!from) return { firstMs: { $exists: true } };
  const { firstMs, order } = from;
  return { firstMs: { $gte: firstMs }, $or: [{ firstMs: { $gt: firstMs } }, { order: { $gt: order } }] };
}

/** How many of them together have as much data as is read at once. */
function portionEnd(given: readonly { row: PieceRow; piece: { uuid: string } }[], known: ReadonlySet<string>): number {
  let bytes = 0;
  for (const [index, { row, piece }] of given.entries()) {
    if (!known.has(piece.uuid)) bytes += row.bytes;
    if (bytes >= PORTION_BYTES) return index + 1;
  }
  return given.length;
}

/** By the pieces' keys; without those that were dropped since. */
async function readData(
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
