import { client, type Schemas } from "../../api/client.ts";
import { ApiError, unwrap } from "../../api/errors.ts";
import { needsQuery, type RecordingFilter, toParameters, toQuery } from "./filter.ts";
import { GoneError, type Recording, type SnapshotsApi, type Source } from "./playback/snapshots-api.ts";

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

/** A page of recordings; `next` asks for the one after it. */
export interface RecordingsPage {
  readonly results: readonly Recording[];
  /** How many recordings match; null if the service does not count them. */
  readonly count: number | null;
  readonly next: string | null;
}

const PAGE_SIZE = 20;
const RECORDING = "/api/projects/{project_id}/session_recordings/{id}";
const SNAPSHOTS = "/api/projects/{project_id}/session_recordings/{id}/snapshots";
const PIN = "/api/projects/{project_id}/session_recordings/{id}/pin";

/** Returns the newest recordings of the filter, or those from `after` on. */
export async function findRecordings(
  project: string,
  filter: RecordingFilter,
  after: string | null,
  signal: AbortSignal,
): Promise<RecordingsPage> {
  return needsQuery(filter) ? ask(project, filter, after, signal) : list(project, filter, Number(after ?? 0), signal);
}

async function list(project: string, filter: RecordingFilter, offset: number, signal: AbortSignal) {
  const query = { limit: PAGE_SIZE, offset, ...toParameters(filter) };
  const params = { path: { project_id: project }, query };
  const { count, results } = await unwrap(
    client.GET("/api/projects/{project_id}/session_recordings", { params, signal }),
  );
  const end = offset + results.length;
  return { count, results, next: end < count && results.length > 0 ? String(end) : null };
}

async function ask(project: string, filter: RecordingFilter, after: string | null, signal: AbortSignal) {
  const query = { ...toQuery(filter), limit: PAGE_SIZE, after };
  const params = { path: { project_id: project } };
  const { results, has_next, next_cursor } = await unwrap(
    client.POST("/api/projects/{project_id}/query", { params, body: { query }, signal }),
  );
  return { count: null, results: results as unknown as Recording[], next: has_next ? (next_cursor ?? null) : null };
}

export class RecordingApi implements SnapshotsApi {
  readonly #path: { readonly project_id: string; readonly id: string };

  constructor(project: string, id: string) {
    this.#path = { project_id: project, id };
  }

  retrieve(signal?: AbortSignal): Promise<Recording> {
    return unwrap(client.GET(RECORDING, { params: { path: this.#path }, ...(signal && { signal }) }));
  }

  pin(): Promise<unknown> {
    return unwrap(client.PUT(PIN, { params: { path: this.#path } }));
  }

  unpin(): Promise<unknown> {
    return unwrap(client.DELETE(PIN, { params: { path: this.#path } }));
  }

  erase(): Promise<unknown> {
    return unwrap(client.DELETE(RECORDING, { params: { path: this.#path } }));
  }

  async sources(signal: AbortSignal): Promise<readonly Source[]> {
    const request = client.GET(SNAPSHOTS, { params: { path: this.#path }, signal });
    const response = await unwrap(request).catch(throwGone);
    if (typeof response === "string") throw new ApiError(200, "The response of the service has an unknown format.");
    return response.sources;
  }

  async *lines({ source, key }: Source, signal: AbortSignal): AsyncGenerator<string> {
    // The policy of the page forbids redirects to another host.
    const query = key === null ? { source } : { source, key, redirect: false };
    const params = { path: this.#path, query };
    const body = await unwrap(client.GET(SNAPSHOTS, { params, parseAs: "stream", signal })).catch(throwGone);
    if (body) yield* readLines(body);
  }
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
  project: string,
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
    const params = { path: { project_id: project }, query: { ...query, ...(cursor !== undefined && { cursor }) } };
    const { results, next } = await unwrap(client.GET("/api/projects/{project_id}/events", { params, signal }));
    events.push(...results);
    cursor = next === null ? undefined : (new URL(next).searchParams.get("cursor") ?? undefined);
    if (cursor === undefined) break;
  }
  return events.reverse();
}
