import { Binary, ObjectId } from "mongodb";
import type { ActiveHour } from "../../active-hours.ts";
import { escapeText, unescapeText } from "../../escape-text.ts";
import type { SnapshotPiece, UnflushedPiece } from "../../ports/recordings.ts";
import type { SnapshotSummary } from "../../snapshot-summary.ts";
import { fromStoredText, toStoredText } from "../document-keys.ts";
import type { PiecePartRow, PieceRow } from "./recording-row-types.ts";

/** Leaves room for other fields: MongoDB limits documents to 16 MB. */
const MAX_PART_BYTES = 12 * 1000 * 1000;
/** The most bytes of one UTF-16 unit: those of an escaped one. */
const MAX_UNIT_BYTES = 7;

export function pieceKey(recording: string, uuid: string): string {
  return `${recording}/${uuid}`;
}

/** Makes a piece's document, without its data if this does not fit. */
export function toPieceRow(recording: string, piece: SnapshotPiece): PieceRow {
  const { summary } = piece;
  const data = encodeData(piece);
  const parts = data.length > MAX_PART_BYTES ? Math.ceil(data.length / MAX_PART_BYTES) : 0;
  return {
    _id: pieceKey(recording, piece.uuid),
    recording,
    order: new ObjectId(),
    firstMs: summary.firstMs,
    lastMs: summary.lastMs,
    receivedAt: piece.receivedAt,
    bytes: Buffer.byteLength(piece.data),
    windowId: escapeText(piece.windowId),
    summary: toStoredText(JSON.stringify(summary)),
    activity: toStoredText(JSON.stringify(piece.activity)),
    parts,
    ...(parts > 0 ? {} : { data: new Binary(data) }),
  };
}

/** Divides the data of a piece; no parts if it fits into the piece's document. */
export function toPieceParts(recording: string, piece: SnapshotPiece): PiecePartRow[] {
  if (piece.data.length * MAX_UNIT_BYTES <= MAX_PART_BYTES) return [];
  const data = encodeData(piece);
  if (data.length <= MAX_PART_BYTES) return [];
  const _id = pieceKey(recording, piece.uuid);
  const parts: PiecePartRow[] = [];
  for (let start = 0; start < data.length; start += MAX_PART_BYTES) {
    const part = new Binary(data.subarray(start, start + MAX_PART_BYTES));
    parts.push({ _id: partKey(_id, parts.length), recording, piece: _id, data: part });
  }
  return parts;
}

const encodeData = ({ data }: SnapshotPiece) => Buffer.from(escapeText(data));

export const partKey = (piece: string, number: number) => `${piece}/${number}`;

export function decodeData(parts: readonly Binary[]): string {
  return unescapeText(Buffer.concat(parts.map((part) => part.value())).toString());
}

export function summaryOf(row: PieceRow): SnapshotSummary {
  return JSON.parse(fromStoredText(row.summary)) as SnapshotSummary;
}

export function activityOf(row: PieceRow): ActiveHour[] {
  return JSON.parse(fromStoredText(row.activity)) as ActiveHour[];
}

export function uuidOfPiece(row: PieceRow): string {
  return row._id.slice(row.recording.length + 1);
}

export function toPiece(row: PieceRow): Omit<UnflushedPiece, "data"> {
  return { uuid: uuidOfPiece(row), windowId: unescapeText(row.windowId), firstMs: row.firstMs };
}
