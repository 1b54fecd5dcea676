import type { SnapshotSummary } from "../../../snapshot-summary.ts";
import type { Recording, SessionKey } from "../../ports/recordings.ts";
import { fromColumn } from "../../values/text.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../ids.ts";
import { fromStored } from "../long-text.ts";
import type { RecordingRow, Span } from "./rows.ts";

export function recordingKey({ projectId, sessionId }: SessionKey): string {
  return projectKey(projectId, sessionId);
}

export function fileKey({ projectId, sessionId }: SessionKey, key: string): string {
  return projectKey(projectId, sessionId, key);
}

/** What `advance` changes: `undefined` removes. */
export type Advance = Partial<
  Pick<RecordingRow, "firstMs" | "summary" | "batch" | "open" | "begun" | "counted" | "dropping">
>;

/** Changes the version of the recording that was read; false, and no change, where it has changed since. */
export async function advance({ recordings }: Collections, row: RecordingRow, change: Advance): Promise<boolean> {
  const next = { ...change, ...waiting({ ...row, ...change }) };
  const entries = Object.entries(next);
  const $set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const $unset = Object.fromEntries(
    entries.filter(([, value]) => value === undefined).map(([key]) => [key, "" as const]),
  );
  const update = { $inc: { version: 1 }, ...nonEmpty({ $set }), ...nonEmpty({ $unset }) };
  return (await recordings.updateOne({ _id: row._id, version: row.version }, update)).matchedCount > 0;
}

/** Operators of an update without those that have nothing to do, which servers refuse. */
function nonEmpty<T extends Record<string, object>>(operators: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(operators).filter(([, fields]) => Object.keys(fields).length > 0),
  ) as Partial<T>;
}

/** What `due` looks for: also a recording of which only the dropping of pieces is left to do, so that somebody does it. */
export function waiting({ open, begun, dropping }: Pick<RecordingRow, "open" | "begun" | "dropping">) {
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
    sessionId: fromColumn(row.sessionId),
    distinctId: fromColumn(row.distinctId),
    summary: JSON.parse(fromStored(row.summary)) as SnapshotSummary,
    unflushed: unflushed ? { bytes: unflushed.bytes, firstMs: unflushed.firstMs, lastMs: unflushed.lastMs } : null,
    pinnedCount: 0,
  };
}
