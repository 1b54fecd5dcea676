import { type ActiveHour, activeMs, joinAllHours, joinHours, type Stretch } from "../../active-hours.ts";
import { escapeText } from "../../escape-text.ts";
import type { SessionKey, SnapshotPiece } from "../../ports/recordings.ts";
import { addSummaries, type SnapshotSummary } from "../../snapshot-summary.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import {
  byId,
  findByIds,
  forEachConcurrently,
  inBatches,
  insertMissing,
  updateVersions,
  type VersionUpdate,
} from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { fromStoredText, toStoredText } from "../document-keys.ts";
import { RETRY, retryOnConflict } from "../mongo-errors.ts";
import { activityOf, summaryOf, toPieceParts, toPieceRow, uuidOfPiece } from "./piece-row.ts";
import { updateCount } from "./recording-count.ts";
import {
  addSpans,
  applyPending,
  type RecordingChange,
  type RecordingUpdate,
  recordingKey,
  removeContents,
  updateRecording,
  updateRecordings,
} from "./recording-row.ts";
import type { ActiveHourRow, PieceRow, RecordingRow, Span } from "./recording-row-types.ts";

const GROUP_PIECES = 500;

type SessionPieces = { readonly session: SessionKey; readonly rows: PieceRow[] };

export async function appendPieces(collections: Collections, projectId: string, pieces: readonly SnapshotPiece[]) {
  for await (const group of inBatches(pieces, ({ data }) => data.length)) {
    await appendGroup(collections, projectId, group);
  }
}

/**
 * Inserts pieces first, then counts them into their recordings, each by one update of the version read before. So any
 * later call may count pieces that an interrupted one left: of concurrent calls one succeeds, the others retry.
 */
async function appendGroup(collections: Collections, projectId: string, group: readonly SnapshotPiece[]) {
  const keys = new Set(group.map(({ sessionId }) => recordingKey({ projectId, sessionId })));
  const recordings = new Map((await findByIds(collections.recordings, keys)).map((row) => [row._id, row]));
  const erased = new Set([...recordings.values()].flatMap((row) => (row.erasedAt === undefined ? [] : [row._id])));
  for (const key of erased) await removeContents(collections, key);
  const arrivals = groupBySession(projectId, group, erased);

  await insertParts(collections, projectId, group, erased);
  const rows = [...arrivals.values()].flatMap((arrival) => arrival.rows);
  const present = await insertMissing(collections.pieces, rows.toSorted(byId));

  const active = await addActivity(collections, rows);
  const uncertain = new Set(present.map(({ recording }) => recording));
  const certain = [...arrivals].filter(([key]) => !uncertain.has(key));
  const added = certain.flatMap(([key, { session, rows }]) =>
    recordings.has(key) ? [] : [newRecording(session, rows, active)],
  );
  const updates = certain.flatMap(([key, { rows }]): RecordingUpdate[] => {
    const row = recordings.get(key);
    return row ? [{ row, change: changeCountingPieces(row, rows, active) }] : [];
  });
  const updated = updates.map(({ row }) => row);
  await applyPending(collections, updated);
  for (const { _id } of await insertMissing(collections.recordings, added.toSorted(byId))) uncertain.add(_id);
  if (!(await updateRecordings(collections, updates))) for (const { _id } of updated) uncertain.add(_id);
  await forEachConcurrently(uncertain, async (key) => {
    const arrival = arrivals.get(key);
    if (arrival) await countUncountedPieces(collections, arrival.session);
  });
  const areCounted = uncertain.size === 0 && added.length === 0;
  if (!areCounted || updated.some(({ arrivedIn }) => arrivedIn !== undefined)) {
    await updateCount(collections, requireProjectNumber(projectId));
  }
}

/** Counts the session's pieces that are not counted yet, also those of interrupted calls. */
export function countUncountedPieces(collections: Collections, session: SessionKey): Promise<void> {
  const _id = recordingKey(session);
  return retryOnConflict(async () => {
    const row = await collections.recordings.findOne({ _id });
    if (row?.erasedAt !== undefined) return removeContents(collections, _id);
    if (row) await applyPending(collections, [row]);
    const uncounted = { recording: _id, batch: { $exists: false } };
    const pieces = collections.pieces.find(uncounted, { projection: { data: 0 } }).sort({ order: 1 });
    const rows = await pieces.limit(GROUP_PIECES).toArray();
    if (rows.length === 0) return undefined;
    const active = await addActivity(collections, rows);
    const isCounted = row
      ? await updateRecording(collections, { row, change: changeCountingPieces(row, rows, active) })
      : (await insertMissing(collections.recordings, [newRecording(session, rows, active)])).length === 0;
    return isCounted && rows.length < GROUP_PIECES ? undefined : RETRY;
  });
}

function groupBySession(projectId: string, pieces: readonly SnapshotPiece[], erased: ReadonlySet<string>) {
  const arrivals = new Map<string, SessionPieces>();
  const seen = new Set<string>();
  for (const piece of pieces) {
    const session = { projectId, sessionId: piece.sessionId };
    const key = recordingKey(session);
    const row = toPieceRow(key, piece);
    if (erased.has(key) || seen.has(row._id)) continue;
    seen.add(row._id);
    const arrival = arrivals.get(key) ?? { session, rows: [] };
    arrival.rows.push(row);
    arrivals.set(key, arrival);
  }
  return arrivals;
}

/** Stores the data of pieces that are too large for one document, unless the pieces arrived before. */
async function insertParts(
  { pieces, piece_parts }: Collections,
  projectId: string,
  group: readonly SnapshotPiece[],
  erased: ReadonlySet<string>,
): Promise<void> {
  for (const piece of group) {
    const recording = recordingKey({ projectId, sessionId: piece.sessionId });
    const parts = erased.has(recording) ? [] : toPieceParts(recording, piece);
    const [first] = parts;
    if (!first || (await pieces.findOne({ _id: first.piece }, { projection: { _id: 1 } }))) continue;
    for (const part of parts) await piece_parts.replaceOne({ _id: part._id, recording }, part, { upsert: true });
  }
}

/** Counts pieces into the open batch. `active` comes from `addActivity`. Intent records must have been applied. */
function changeCountingPieces(
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

function newRecording(
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

/**
 * Merges activity idempotently. Returns the total active milliseconds of recordings with added activity, by key.
 * Callers must read the recording first: then the total covers all pieces counted in that version, and these.
 */
export async function addActivity(
  collections: Collections,
  pieces: readonly PieceRow[],
): Promise<ReadonlyMap<string, number>> {
  const added = hoursOf(pieces);
  await retryOnConflict(async () => ((await addHours(collections, added)) ? undefined : RETRY));
  if (added.size === 0) return new Map();
  const recordings = new Set([...added.values()].map(({ recording }) => recording));
  const sums = collections.recording_activity.aggregate<{ _id: string; sum: number }>([
    { $match: { recording: { $in: [...recordings] } } },
    { $group: { _id: "$recording", sum: { $sum: "$activeMs" } } },
  ]);
  return new Map((await sums.toArray()).map(({ _id, sum }) => [_id, sum]));
}

type AddedHour = { readonly recording: string; readonly hour: ActiveHour };

function hoursOf(pieces: readonly PieceRow[]): ReadonlyMap<string, AddedHour> {
  const byRecording = new Map<string, ActiveHour[]>();
  for (const piece of pieces) {
    const hours = byRecording.get(piece.recording) ?? [];
    byRecording.set(piece.recording, [...hours, ...activityOf(piece)]);
  }
  const added = new Map<string, AddedHour>();
  for (const [recording, hours] of byRecording) {
    for (const hour of joinAllHours(hours)) added.set(`${recording}/${hour.hour}`, { recording, hour });
  }
  return added;
}

/** Returns false on a version conflict. */
async function addHours({ recording_activity }: Collections, added: ReadonlyMap<string, AddedHour>): Promise<boolean> {
  const rows = new Map((await findByIds(recording_activity, added.keys())).map((row) => [row._id, row]));
  const inserted: ActiveHourRow[] = [];
  const changed: VersionUpdate<ActiveHourRow>[] = [];
  for (const [_id, { recording, hour }] of added) {
    const row = rows.get(_id);
    const known = row ? contentOf(joinHours(toHour(row), hour)) : contentOf(hour);
    if (!row) inserted.push({ _id, recording, version: 0, hour: hour.hour, ...known });
    else if (known.stretches !== row.stretches || known.next !== row.next) {
      changed.push({ filter: { _id, recording, version: row.version }, update: { $set: known, $inc: { version: 1 } } });
    }
  }
  const present = await insertMissing(recording_activity, inserted.toSorted(byId));
  return (await updateVersions(recording_activity, changed)) && present.length === 0;
}

const toHour = ({ hour, next, stretches }: ActiveHourRow): ActiveHour => ({
  hour,
  next,
  stretches: JSON.parse(stretches) as Stretch[],
});

const contentOf = (hour: ActiveHour) => ({
  next: hour.next,
  stretches: JSON.stringify(hour.stretches),
  activeMs: activeMs(hour),
});
