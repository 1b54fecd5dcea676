import { Binary, ObjectId } from "mongodb";
import type { OpenPiece, SnapshotPiece } from "../../ports/recordings.ts";
import type { ActiveHour } from "../../values/activity.ts";
import type { SnapshotSummary } from "../../values/snapshot-summary.ts";
import { fromColumn, toColumn } from "../../values/text.ts";
import { fromStored, toStored } from "../long-text.ts";
import type { PiecePartRow, PieceRow } from "./rows.ts";

/** The most data in one document, which may have 16 MB in all. */
const PART_BYTES = 12 * 1000 * 1000;
/** The most bytes that one character of a text may take: where it has to be escaped. */
const LONGEST_UNIT_BYTES = 7;

export function pieceKey(recording: string, uuid: string): string {
  return `${recording}/${uuid}`;
}

/** A piece as a document; without its data where they do not fit in there. */
export function toPieceRow(recording: string, piece: SnapshotPiece): PieceRow {
  const { summary } = piece;
  const data = bytesOf(piece);
  const parts = data.length > PART_BYTES ? Math.ceil(data.length / PART_BYTES) : 0;
  return {
    _id: pieceKey(recording, piece.uuid),
    recording,
    order: new ObjectId(),
    firstMs: summary.firstMs,
    lastMs: summary.lastMs,
    receivedAt: piece.receivedAt,
    bytes: Buffer.byteLength(piece.data),
    windowId: toColumn(piece.windowId),
    summary: toStored(JSON.stringify(summary)),
    activity: toStored(JSON.stringify(piece.activity)),
    parts,
    ...(parts > 0 ? {} : { data: new Binary(data) }),
  };
}

/** The data of a piece that do not fit into its document; none where they do. */
export function toPieceParts(recording: string, piece: SnapshotPiece): PiecePartRow[] {
  if (piece.data.length * LONGEST_UNIT_BYTES <= PART_BYTES) return [];
  const data = bytesOf(piece);
  if (data.length <= PART_BYTES) return [];
  const _id = pieceKey(recording, piece.uuid);
  const parts: PiecePartRow[] = [];
  for (let start = 0; start < data.length; start += PART_BYTES) {
    const part = new Binary(data.subarray(start, start + PART_BYTES));
    parts.push({ _id: partKey(_id, parts.length), recording, piece: _id, data: part });
  }
  return parts;
}

const bytesOf = ({ data }: SnapshotPiece) => Buffer.from(toColumn(data));

export const partKey = (piece: string, number: number) => `${piece}/${number}`;

/** The text of these bytes, one after the other. */
export function dataOf(parts: readonly Binary[]): string {
  return fromColumn(Buffer.concat(parts.map((part) => part.value())).toString());
}

export function summaryOf(row: PieceRow): SnapshotSummary {
  return JSON.parse(fromStored(row.summary)) as SnapshotSummary;
}

export function activityOf(row: PieceRow): ActiveHour[] {
  return JSON.parse(fromStored(row.activity)) as ActiveHour[];
}

export function uuidOfPiece(row: PieceRow): string {
  return row._id.slice(row.recording.length + 1);
}

/** The piece without its data. */
export function toPiece(row: PieceRow): Omit<OpenPiece, "data"> {
  return { uuid: uuidOfPiece(row), windowId: fromColumn(row.windowId), firstMs: row.firstMs };
}
