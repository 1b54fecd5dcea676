import { unescapeText } from "../../escape-text.ts";
import type { Recording } from "../../ports/recording-library.ts";
import type { SessionKey } from "../../ports/recordings.ts";
import type { SnapshotSummary } from "../../snapshot-summary.ts";
import { findByIds, updateVersions, type VersionUpdate } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import { fromStoredText } from "../stored-text.ts";
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
export type RecordingChange = Partial<
  Pick<
    RecordingRow,
    | "summary"
    | "distinctId"
    | "firstMs"
    | "durationMs"
    | "activeMs"
    | "receivedAt"
    | "batch"
    | "open"
    | "begun"
    | "counted"
    | "dropping"
  >
>;

export interface RecordingUpdate {
  readonly row: RecordingRow;
  readonly change: RecordingChange;
}

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
