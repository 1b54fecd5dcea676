import type { eventWithTime } from "@rrweb/types";
import { ApiError } from "../../api/client.ts";
import type { Call, Schemas } from "../../api/operations.ts";
import { needsQuery, type RecordingFilter, toParameters, toQuery } from "./filter.ts";

export type Recording = Schemas["SessionRecording"];
export type Source = Schemas["SnapshotSource"];

export type Heat = Schemas["Heatmap"]["results"];

export interface PlaySettings {
  readonly speed: number;
  readonly skipsInactivity: boolean;
  /** What is drawn over the page, which then does not play and is shown in its whole length. */
  readonly heat?: Heat;
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

export type PlayerState = { readonly at: number; readonly plays: boolean; readonly isSkipping: boolean };

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

/** Iterates over the lines of a stream, without newlines. Ending the iteration early cancels the stream. */
async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let pending: string[] = [];
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const [end = "", ...starts] = decoder.decode(next.value, { stream: true }).split("\n");
      pending.push(end);
      for (const start of starts) {
        yield pending.join("");
        pending = [start];
      }
    }
    const rest = pending.join("");
    if (rest !== "") yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export function nameRecording({ person, distinct_id }: Recording): string {
  return person?.name || distinct_id;
}

/** A page of recordings; `next` asks for the one after it. */
export interface RecordingsPage {
  readonly results: readonly Recording[];
  /** How many recordings match; null if the service does not count them. */
  readonly count: number | null;
  readonly next: string | null;
}

const PAGE_SIZE = 20;

export async function findRecordings(
  call: Call,
  filter: RecordingFilter,
  after: string | null,
  signal: AbortSignal | null = null,
): Promise<RecordingsPage> {
  if (needsQuery(filter)) {
    const query = { ...toQuery(filter), limit: PAGE_SIZE, after };
    const { results, has_next, next_cursor } = await call("query_create", { body: { query } }, { signal });
    return { count: null, results: results as unknown as Recording[], next: has_next ? (next_cursor ?? null) : null };
  }
  const offset = Number(after ?? 0);
  const query = { limit: PAGE_SIZE, offset, ...toParameters(filter) };
  const { count, results } = await call("session_recordings_list", query, { signal });
  const end = offset + results.length;
  return { count, results, next: end < count && results.length > 0 ? String(end) : null };
}

export function snapshotsOf(call: Call, id: string): SnapshotsApi {
  return {
    async sources(signal) {
      const request = call("session_recordings_snapshots_retrieve", { id }, { signal });
      const response: unknown = await request.catch(throwGone);
      if (typeof response === "string") throw new ApiError(200, "The response of the service has an unknown format.");
      return (response as Schemas["SessionRecordingSnapshots"]).sources;
    },

    async *lines({ source, key }, signal) {
      // The policy of the page forbids redirects to another host.
      const query = key === null ? { source } : { source, key, redirect: false };
      const options = { parseAs: "stream", signal } as const;
      const request = call("session_recordings_snapshots_retrieve", { id, ...query }, options);
      const body: unknown = await request.catch(throwGone);
      if (body instanceof ReadableStream) yield* readLines(body);
    },
  };
}

function throwGone(error: unknown): never {
  throw error instanceof ApiError && error.status === 404 ? new GoneError(error.message) : error;
}

export type SessionEvent = Schemas["StoredEvent"];

const HOUR_MS = 3_600_000;
const MAX_EVENTS = 1000;
const MAX_PAGES = 20;

/** Returns the events of the recording's session, the earliest first; of very many, the latest. */
export async function sessionEvents(
  call: Call,
  { id, start_time, end_time }: Recording,
  signal: AbortSignal,
): Promise<SessionEvent[]> {
  const near = (time: string, byMs: number) => new Date(Date.parse(time) + byMs).toISOString();
  const query = {
    limit: MAX_EVENTS,
    after: near(start_time, -HOUR_MS),
    before: near(end_time ?? start_time, HOUR_MS),
    properties: JSON.stringify([{ key: "$session_id", value: id }]),
  };
  const events: SessionEvent[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && events.length < MAX_EVENTS; page++) {
    const { results, next } = await call("events_list", { ...query, cursor }, { signal });
    events.push(...results);
    cursor = next === null ? undefined : (new URL(next).searchParams.get("cursor") ?? undefined);
    if (cursor === undefined) break;
  }
  return events.reverse();
}
