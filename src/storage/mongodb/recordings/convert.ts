import { Binary, ObjectId } from "mongodb";
import type { SnapshotSummary } from "../../../snapshot-summary.ts";
import type { SnapshotPiece } from "../../ports/recordings.ts";
import { fromColumn, toColumn } from "../../values/text.ts";
import { fromStored, toStored } from "../long-text.ts";
import type { PiecePartRow, PieceRow } from "./rows.ts";

/** The most data in one document, which may have 16 MB in all. */
const PART_BYTES = 12 * 1000 * 1000;

export function pieceKey(recording: string, uuid: string): string {
  return `${recording}/${uuid}`;
}

/** A piece as documents: its own, and the parts of its data where they do not fit in there. */
export function toPieceRows(recording: string, piece: SnapshotPiece): { row: PieceRow; parts: PiecePartRow[] } {
  const _id = pieceKey(recording, piece.uuid);
  const data = Buffer.from(toColumn(piece.data));
  const parts: PiecePartRow[] = [];
  if (data.length > PART_BYTES) {
    for (let start = 0; start < data.length; start += PART_BYTES) {
      const part = new Binary(data.subarray(start, start + PART_BYTES));
      parts.push({ _id: partKey(_id, parts.length), recording, piece: _id, data: part });
    }
  }
  const { summary } = piece;
  const row: PieceRow = {
    _id,
    recording,
    order: new ObjectId(),
    firstMs: summary.firstMs,
    lastMs: summary.lastMs,
    receivedAt: piece.receivedAt,
    bytes: Buffer.byteLength(piece.data),
    windowId: toColumn(piece.windowId),
    distinctId: toColumn(piece.distinctId),
    summary: toStored(JSON.stringify(summary)),
    parts: parts.length,
    ...(parts.length > 0 ? {} : { data: new Binary(data) }),
  };
  return { row, parts };
}

export const partKey = (piece: string, number: number) => `${piece}/${number}`;

/** The text of these bytes, one after the other. */
export function dataOf(parts: readonly Binary[]): string {
  return fromColumn(Buffer.concat(parts.map((part) => part.value())).toString());
}

export function summaryOf(row: PieceRow): SnapshotSummary {
  return JSON.parse(fromStored(row.summary)) as SnapshotSummary;
}

/** The piece without its data. */
export function toPiece(row: PieceRow, sessionId: string): Omit<SnapshotPiece, "data"> {
  return {
    uuid: row._id.slice(row.recording.length + 1),
    sessionId,
    windowId: fromColumn(row.windowId),
    distinctId: fromColumn(row.distinctId),
    receivedAt: row.receivedAt,
    summary: summaryOf(row),
  };
}
