import { addSummaries, type SnapshotSummary } from "../../../snapshot-summary.ts";
import type { SessionKey, SnapshotPiece } from "../../ports/recordings.ts";
import { toColumn } from "../../values/text.ts";
import { byId, forEach, insertMissing } from "../bulk.ts";
import type { Collections } from "../collections.ts";
import { projectOf } from "../ids.ts";
import { fromStored, toStored } from "../long-text.ts";
import { AGAIN, attempts } from "../retry.ts";
import { summaryOf, toPieceRows } from "./convert.ts";
import type { PieceRow, RecordingRow, Span } from "./rows.ts";
import { removeContents, settle } from "./settle.ts";
import { addSpans, advance, recordingKey } from "./state.ts";

/** Pieces that are counted in together. */
const GROUP_PIECES = 200;
const GROUP_BYTES = 8 * 1024 * 1024;

/** `Recordings.append`. */
export async function appendPieces(
  collections: Collections,
  projectId: string,
  pieces: readonly SnapshotPiece[],
): Promise<void> {
  const sessions = new Map<string, Map<string, SnapshotPiece>>();
  for (const piece of pieces) {
    const own = sessions.get(piece.sessionId) ?? new Map<string, SnapshotPiece>();
    if (!own.has(piece.uuid)) own.set(piece.uuid, piece);
    sessions.set(piece.sessionId, own);
  }
  await forEach(sessions, async ([sessionId, own]) => {
    for (const group of groupsOf(own.values())) await appendGroup(collections, { projectId, sessionId }, group);
  });
}

/**
 * Pieces are inserted first, and then counted into the recording in one update of the version that was read before. So whoever meets pieces that
 * are not counted may count them: of several who do, one succeeds, and the others read again.
 */
async function appendGroup(
  collections: Collections,
  session: SessionKey,
  group: readonly SnapshotPiece[],
): Promise<void> {
  const _id = recordingKey(session);
  const recording = await collections.recordings.findOne({ _id });
  if (recording?.erasedAt !== undefined) return removeContents(collections, _id);
  const rows: PieceRow[] = [];
  for (const piece of group) rows.push(await insertParts(collections, _id, piece));
  const present = await insertMissing(collections.pieces, rows.toSorted(byId));
  if (recording) await settle(collections, recording);
  const isCounted = present.length === 0 && (await countIn(collections, session, recording, rows));
  if (!isCounted) await countInAll(collections, session);
}

/** Counts in what of the session's pieces is not counted yet; whose caller went away before, too. */
export function countInAll(collections: Collections, session: SessionKey): Promise<void> {
  const _id = recordingKey(session);
  return attempts(async () => {
    const recording = await collections.recordings.findOne({ _id });
    if (recording?.erasedAt !== undefined) return removeContents(collections, _id);
    if (recording) await settle(collections, recording);
    const uncounted = collections.pieces.find(
      { recording: _id, batch: { $exists: false } },
      { projection: { data: 0 } },
    );
    const rows = await uncounted.sort({ order: 1 }).limit(GROUP_PIECES).toArray();
    if (rows.length === 0) return undefined;
    const isCounted = await countIn(collections, session, recording, rows);
    return isCounted && rows.length < GROUP_PIECES ? undefined : AGAIN;
  });
}

/** False where the recording is not as it was read any more. What it said was left to do must have been done. */
async function countIn(
  collections: Collections,
  session: SessionKey,
  recording: RecordingRow | null,
  rows: readonly PieceRow[],
): Promise<boolean> {
  const [first] = rows;
  if (!first) return true;
  const added = rows.map(summaryOf).reduce(addSummaries);
  const uuids = rows.map((row) => row._id.slice(row.recording.length + 1));
  const span = spanOf(rows, added);
  if (!recording) return insertRecording(collections, session, first, added, span, uuids);
  const summary = addSummaries(JSON.parse(fromStored(recording.summary)) as SnapshotSummary, added);
  return advance(collections, recording, {
    firstMs: summary.firstMs,
    summary: toStored(JSON.stringify(summary)),
    open: addSpans(recording.open, span),
    counted: { batch: recording.batch, uuids },
    dropping: undefined,
  });
}

async function insertRecording(
  { recordings }: Collections,
  session: SessionKey,
  first: PieceRow,
  summary: SnapshotSummary,
  open: Span,
  uuids: readonly string[],
): Promise<boolean> {
  const row: RecordingRow = {
    _id: recordingKey(session),
    project: projectOf(session.projectId),
    sessionId: toColumn(session.sessionId),
    version: 0,
    distinctId: first.distinctId,
    firstMs: summary.firstMs,
    summary: toStored(JSON.stringify(summary)),
    batch: 1,
    open,
    counted: { batch: 1, uuids },
    waitingSince: open.since,
    waitingBytes: open.bytes,
  };
  return (await insertMissing(recordings, [row])).length === 0;
}

/** The piece's document, after those of its parts, if it has any, were inserted. */
async function insertParts({ pieces, piece_parts }: Collections, recording: string, piece: SnapshotPiece) {
  const { row, parts } = toPieceRows(recording, piece);
  if (parts.length > 0 && !(await pieces.findOne({ _id: row._id }, { projection: { _id: 1 } }))) {
    for (const part of parts) await piece_parts.replaceOne({ _id: part._id }, part, { upsert: true });
  }
  return row;
}

function spanOf(rows: readonly PieceRow[], { firstMs, lastMs }: SnapshotSummary): Span {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return { bytes, firstMs, lastMs, since: Math.min(...rows.map(({ receivedAt }) => receivedAt)) };
}

function* groupsOf(pieces: Iterable<SnapshotPiece>): Generator<SnapshotPiece[]> {
  let group: SnapshotPiece[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    group.push(piece);
    bytes += piece.data.length;
    if (group.length < GROUP_PIECES && bytes < GROUP_BYTES) continue;
    yield group;
    group = [];
    bytes = 0;
  }
  if (group.length > 0) yield group;
}
