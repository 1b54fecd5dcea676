import { unescapeText } from "../../escape-text.ts";
import type { Recording, SessionKey } from "../../ports/recordings.ts";
import type { SnapshotSummary } from "../../snapshot-summary.ts";
import { batchesOf, findByIds, updateVersions, type VersionUpdate } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { fromStoredText, projectKey } from "../document-keys.ts";
import { retryOnConflict } from "../mongo-errors.ts";
import { pieceKey } from "./piece-row.ts";
import type { RecordingRow, Span } from "./recording-row-types.ts";

export function recordingKey({ projectId, sessionId }: SessionKey): string {
  return projectKey(projectId, sessionId);
}

export function sessionIdsByKey(projectId: string, sessionIds: readonly string[]): Map<string, string> {
  return new Map(sessionIds.map((sessionId) => [recordingKey({ projectId, sessionId }), sessionId]));
}

export async function findErasedKeys({ recordings }: Collections, keys: Iterable<string>): Promise<Set<string>> {
  const rows = await findByIds(recordings, keys, { erasedAt: 1 });
  return new Set(rows.filter(({ erasedAt }) => erasedAt !== undefined).map(({ _id }) => _id));
}

export function toSessionKey({ project, sessionId }: Pick<RecordingRow, "project" | "sessionId">): SessionKey {
  return { projectId: String(project), sessionId: unescapeText(sessionId) };
}

export function fileKey({ projectId, sessionId }: SessionKey, key: string): string {
  return projectKey(projectId, sessionId, key);
}

/** Fields that `updateRecording` changes; `undefined` removes a field. */
export type RecordingChange = Partial<Omit<RecordingRow, "_id" | "version">>;

export type RecordingUpdate = { readonly row: RecordingRow; readonly change: RecordingChange };

/** Changes the version that was read. Returns false, without a change, if the recording has changed since. */
export async function updateRecording({ recordings }: Collections, update: RecordingUpdate): Promise<boolean> {
  const { filter, update: change } = versionUpdateOf(update);
  return (await recordings.updateOne(filter, change)).matchedCount > 0;
}

/** Returns false unless certain that all recordings were changed. */
export function updateRecordings({ recordings }: Collections, all: readonly RecordingUpdate[]): Promise<boolean> {
  return updateVersions(recordings, all.map(versionUpdateOf));
}

function versionUpdateOf({ row, change }: RecordingUpdate): VersionUpdate<RecordingRow> {
  const fields = Object.entries({ ...change, ...waitingFields({ ...row, ...change }) });
  const set = fields.filter(([, value]) => value !== undefined);
  const unset = fields.filter(([, value]) => value === undefined).map(([key]) => [key, ""]);
  const update = {
    $inc: { version: 1 },
    ...(set.length > 0 ? { $set: Object.fromEntries(set) } : {}),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) } : {}),
  };
  return { filter: { _id: row._id, version: row.version }, update };
}

/** Computes what `due` queries. A recording with only pieces left to drop is due, so that a flusher drops them. */
function waitingFields({ open, begun, dropping }: Pick<RecordingRow, "open" | "begun" | "dropping">) {
  const since = [open, begun, dropping].flatMap((each) => (each ? [each.since] : []));
  if (since.length === 0) return { waitingSince: undefined, waitingBytes: undefined };
  return { waitingSince: Math.min(...since), waitingBytes: (open?.bytes ?? 0) + (begun?.bytes ?? 0) };
}

export function addSpans(a: Span | undefined, b: Span | undefined): Span | undefined {
  if (!a || !b) return a ?? b;
  return {
    bytes: a.bytes + b.bytes,
    firstMs: Math.min(a.firstMs, b.firstMs),
    lastMs: Math.max(a.lastMs, b.lastMs),
    since: Math.min(a.since, b.since),
  };
}

export function toRecording(row: RecordingRow): Recording {
  const unflushed = addSpans(row.open, row.begun);
  return {
    projectId: String(row.project),
    sessionId: unescapeText(row.sessionId),
    summary: JSON.parse(fromStoredText(row.summary)) as SnapshotSummary,
    activeMs: row.activeMs,
    unflushed: unflushed ? { bytes: unflushed.bytes, firstMs: unflushed.firstMs, lastMs: unflushed.lastMs } : null,
    pinnedCount: row.pinnedBy?.length ?? 0,
  };
}

/** Applies recordings' intent records to their pieces. Then `updateRecording` of the same versions may remove them. */
export async function applyPending(collections: Collections, rows: readonly RecordingRow[]): Promise<void> {
  const marked = new Map<number, string[]>();
  for (const { _id, counted } of rows) {
    if (!counted) continue;
    const keys = marked.get(counted.batch) ?? [];
    keys.push(...counted.uuids.map((uuid) => pieceKey(_id, uuid)));
    marked.set(counted.batch, keys);
  }
  for (const [batch, keys] of marked) {
    for (const part of batchesOf(keys.toSorted())) {
      const unmarked = { _id: { $in: part }, batch: { $exists: false } };
      await retryOnConflict(() => collections.pieces.updateMany(unmarked, { $set: { batch } }));
    }
  }
  for (const { _id, dropping } of rows) if (dropping) await dropBatch(collections, _id, dropping.batch);
}

/** Drops the pieces except their identity, so that they are recognized when they arrive again. */
async function dropBatch({ pieces, piece_parts }: Collections, recording: string, batch: number): Promise<void> {
  const divided = await pieces.find({ recording, batch, parts: { $gt: 0 } }, { projection: { _id: 1 } }).toArray();
  if (divided.length > 0) {
    const owners = divided.map(({ _id }) => _id);
    await piece_parts.deleteMany({ recording, piece: { $in: owners } });
  }
  const times = { order: "", firstMs: "", lastMs: "", receivedAt: "" } as const;
  const $unset = { ...times, bytes: "", windowId: "", summary: "", activity: "", data: "", parts: "" } as const;
  await retryOnConflict(() => pieces.updateMany({ recording, batch, firstMs: { $exists: true } }, { $unset }));
}

/** Removes everything that belongs to an erased recording, except the list of its files. */
export async function removeContents(collections: Collections, _id: string): Promise<void> {
  await collections.pieces.deleteMany({ recording: _id });
  await collections.piece_parts.deleteMany({ recording: _id });
  await collections.recording_activity.deleteMany({ recording: _id });
  await collections.snapshot_chunks.deleteMany({ recording: _id });
  await collections.recording_views.deleteMany({ recording: _id });
  await collections.recording_properties.deleteOne({ _id });
}
