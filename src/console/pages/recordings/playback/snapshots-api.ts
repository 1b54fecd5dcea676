import type { components } from "../../../../../generated/openapi.ts";

export type Recording = components["schemas"]["SessionRecording"];
export type Source = components["schemas"]["SnapshotSource"];

/** The recording, or a source of it, does not exist any more. */
export class GoneError extends Error {}

/** Reads the snapshots of one recording. Every method throws `GoneError`, or an error that says what to show. */
export interface SnapshotsApi {
  sources(signal: AbortSignal): Promise<readonly Source[]>;
  /** Iterates over the snapshots of one source as lines of JSON, until the signal aborts. */
  lines(source: Source, signal: AbortSignal): AsyncGenerator<string>;
}

const MAX_LIVE_AGE_MS = 60_000;

/** Returns true if the recording probably continues: its last snapshot is less than a minute old. */
export function isLive(lastSnapshot: string | number | null): boolean {
  return lastSnapshot !== null && Date.now() - new Date(lastSnapshot).getTime() < MAX_LIVE_AGE_MS;
}
