import { escapeText } from "../../escape-text.ts";
import type { SessionKey } from "../../ports/recordings.ts";
import { addSummaries, type SnapshotSummary } from "../../snapshot-summary.ts";
import { requireProjectNumber } from "../../stored-ids.ts";

import { fromStoredText, toStoredText } from "../stored-text.ts";
import { summaryOf, uuidOfPiece } from "./piece-row.ts";
import { addSpans, type RecordingChange, recordingKey } from "./recording-row.ts";
import type { PieceRow, RecordingRow, Span } from "./recording-row-types.ts";

/** Counts pieces into the open batch. `active` comes from `addActivity`. Intent records must have been applied. */
export function changeCountingPieces(
  row: RecordingRow,
  pieces: readonly PieceRow[],
  active: ReadonlyMap<string, number>,
): RecordingChange {
  const added = summaryOfAll(pieces);
  const summary = addSummaries(JSON.parse(fromStoredText(row.summary)) as SnapshotSummary, added);
  return {
    ...summaryFields(summary),
    activeMs: active.get(row._id) ?? row.activeMs,
    receivedAt: Math.max(row.receivedAt, lastReceipt(pieces)),
    open: addSpans(row.open, spanOf(pieces, added)),
    counted: { batch: row.batch, uuids: pieces.map(uuidOfPiece) },
    dropping: undefined,
  };
}

export function newRecording(
  session: SessionKey,
  pieces: readonly PieceRow[],
  active: ReadonlyMap<string, number>,
): RecordingRow {
  const _id = recordingKey(session);
  const summary = summaryOfAll(pieces);
  const open = spanOf(pieces, summary);
  return {
    _id,
    project: requireProjectNumber(session.projectId),
    sessionId: escapeText(session.sessionId),
    version: 0,
    arrivedIn: requireProjectNumber(session.projectId),
    ...summaryFields(summary),
    activeMs: active.get(_id) ?? 0,
    receivedAt: lastReceipt(pieces),
    batch: 1,
    open,
    counted: { batch: 1, uuids: pieces.map(uuidOfPiece) },
    waitingSince: open.since,
    waitingBytes: open.bytes,
  };
}

function summaryFields(summary: SnapshotSummary) {
  const { distinctId, firstMs, lastMs } = summary;
  const text = toStoredText(JSON.stringify(summary));
  return { summary: text, distinctId: escapeText(distinctId), firstMs, durationMs: lastMs - firstMs };
}

const lastReceipt = (pieces: readonly PieceRow[]) => Math.max(...pieces.map(({ receivedAt }) => receivedAt));

const summaryOfAll = (pieces: readonly PieceRow[]) => pieces.map(summaryOf).reduce(addSummaries);

function spanOf(pieces: readonly PieceRow[], { firstMs, lastMs }: SnapshotSummary): Span {
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  return { bytes, firstMs, lastMs, since: Math.min(...pieces.map(({ receivedAt }) => receivedAt)) };
}
