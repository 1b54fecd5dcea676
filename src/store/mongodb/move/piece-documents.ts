import { unescapeText } from "../../escape-text.ts";
import type { NeutralRow } from "../../ports/neutral-rows.ts";
import type { SnapshotPiece } from "../../ports/recordings.ts";
import type { SnapshotSummary } from "../../snapshot-summary.ts";
import { insertMissing } from "../bulk-writes.ts";
import { toPieceParts, toPieceRow, uuidOfPiece } from "../recordings/piece-row.ts";
import { batchFilter, readData } from "../recordings/read-pieces.ts";
import type { PieceRow, RecordingRow } from "../recordings/recording-row-types.ts";
import { type Documents, inBatches, keyOfSession, orderAt, type Source } from "./documents.ts";

/** The number of the open batch of a moved recording. Pieces in files have a lower one. */
export const OPEN_BATCH = 1;

const WAITING = { waitingSince: { $exists: true } };

/** Unflushed pieces, one recording after the other, in the order in which they are played. */
export const pieces: Documents = {
  count: ({ pieces }) => pieces.countDocuments({ firstMs: { $exists: true } }),
  async *read(source, after) {
    const beyond = after === null ? {} : { _id: { $gt: JSON.parse(after) as string } };
    const waiting = source.recordings.find({ ...WAITING, ...beyond }).sort({ _id: 1 });
    let cursor = after ?? JSON.stringify(""); // before all
    for await (const recording of waiting) {
      for await (const batch of unflushedOf(source, recording)) {
        const rows = await toPieces(source, recording, batch);
        if (rows.length > 0) yield { rows, cursor };
      }
      cursor = JSON.stringify(recording._id);
    }
  },
  async write(source, rows, position) {
    for (const [index, row] of (rows as readonly NeutralRow<"pieces">[]).entries()) {
      const recording = keyOfSession(row);
      const piece = toSnapshotPiece(row);
      const parts = toPieceParts(recording, piece);
      if (parts.length > 0) await insertMissing(source.piece_parts, parts);
      const moved = { ...toPieceRow(recording, piece), summary: "{}", activity: "[]", batch: OPEN_BATCH };
      await insertMissing(source.pieces, [{ ...moved, order: orderAt(position + index) }]);
    }
  },
  async clear({ pieces, piece_parts }) {
    await pieces.deleteMany({});
    await piece_parts.deleteMany({});
  },
};

async function* unflushedOf({ pieces }: Source, recording: RecordingRow): AsyncGenerator<PieceRow[]> {
  const filter = batchFilter(recording, undefined);
  if (!filter) return;
  const found = pieces
    .find({ recording: recording._id, firstMs: { $exists: true }, $and: [filter] }, { projection: { data: 0 } })
    .sort({ firstMs: 1, order: 1 });
  yield* inBatches(found as AsyncIterable<PieceRow>, ({ bytes }) => bytes);
}

async function toPieces(source: Source, recording: RecordingRow, batch: readonly PieceRow[]) {
  const { project, sessionId } = recording;
  const data = await readData(source, batch);
  return batch.flatMap((row): NeutralRow<"pieces">[] => {
    const text = data.get(row._id);
    if (text === undefined) return [];
    const { firstMs, lastMs, receivedAt, bytes } = row;
    const session = unescapeText(sessionId);
    const names = { project, session, uuid: uuidOfPiece(row), windowId: unescapeText(row.windowId) };
    return [{ ...names, firstMs, lastMs, receivedAt, bytes, data: text }];
  });
}

/** Leaves out figures and activity, which are counted already. */
function toSnapshotPiece({ session, uuid, firstMs, lastMs, receivedAt, windowId, data }: NeutralRow<"pieces">) {
  const summary = { firstMs, lastMs } as SnapshotSummary;
  const piece: SnapshotPiece = { sessionId: session, uuid, receivedAt, windowId, data, summary, activity: [] };
  return piece;
}
