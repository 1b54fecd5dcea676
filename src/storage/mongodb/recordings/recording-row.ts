import type { Recording, SessionKey } from "../../ports/recordings.ts";
import { unescapeText } from "../../values/escape-text.ts";
import type { SnapshotSummary } from "../../values/snapshot-summary.ts";
import { updateVersions, type VersionUpdate } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import { fromStoredText } from "../stored-text.ts";
import type { RecordingRow, Span } from "./recording-row-types.ts";

export function recordingKey({ projectId, sessionId }: SessionKey): string {
  return projectKey(projectId, sessionId);
}

/** The session of a row that has it. */
export function toSessionKey({ project, sessionId }: Pick<RecordingRow, "project" | "sessionId">): SessionKey {
  return { projectId: String(project), sessionId: unescapeText(sessionId) };
}

export function fileKey({ projectId, sessionId }: SessionKey, key: string): string {
  return projectKey(projectId, sessionId, key);
}

/** What `advance` changes: `undefined` removes. */
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
  /** The version that was read. */
  readonly row: RecordingRow;
  readonly change: RecordingChange;
}

/** Changes the version that was read; false, and no change, where the recording has changed since. */
export async function updateRecording({ recordings }: Collections, advancing: RecordingUpdate): Promise<boolean> {
  const { filter, update } = versionUpdateOf(advancing);
  return (await recordings.updateOne(filter, update)).matchedCount > 0;
}

/** The same for several at once; false where it is not certain that all were changed. */
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

/** What `due` looks for: also a recording of which only the dropping of pieces is left to do, so that somebody does it. */
export function waitingFields({ open, begun, dropping }: Pick<RecordingRow, "open" | "begun" | "dropping">) {
  const since = [open, begun, dropping].flatMap((each) => (each ? [each.since] : []));
  if (since.length === 0) return { waitingSince: undefined, waitingBytes: undefined };
  return { waitingSince: Math.min(...since), waitingBytes: (open?.bytes ?? 0) + (begun?.bytes ?? 0) };
}

/** What is known of all these pieces. */
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
