import type { eventWithTime } from "@rrweb/types";
import type { Schemas } from "../../../../generated/openapi.ts";

export type Recording = Schemas["SessionRecording"];
export type Source = Schemas["SnapshotSource"];

export interface PlaySettings {
  readonly speed: number;
  readonly skipsInactivity: boolean;
}

/** What the page says to the player. Times are milliseconds since 1970. Each `sequence` is a new, greater number. */
export type ToPlayer =
  | ({
      readonly type: "open";
      readonly events: eventWithTime[];
      readonly at: number;
      readonly plays: boolean;
      readonly sequence: number;
    } & PlaySettings)
  | { readonly type: "add"; readonly events: eventWithTime[] }
  | { readonly type: "seek"; readonly at: number; readonly plays: boolean; readonly sequence: number }
  | ({ readonly type: "settings" } & PlaySettings);

export interface PlayerState {
  readonly at: number;
  readonly plays: boolean;
  readonly isSkipping: boolean;
}

/** Messages to the page, with the last `sequence`; `broken` if something that was recorded cannot be shown. */
export type FromPlayer =
  | ({ readonly type: "state"; readonly sequence: number } & PlayerState)
  | { readonly type: "broken" };

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
