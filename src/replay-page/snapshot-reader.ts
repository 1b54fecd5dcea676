import type { eventWithTime } from "@rrweb/types";
import { isLive } from "./live.ts";
import { ApiError, type RecordingsApi, type Source } from "./recordings-api.ts";
import { sanitizeReviver } from "./sanitize-recording.ts";

/** What was recorded in one window of the browser. */
export interface WindowEvents {
  readonly windowId: string;
  readonly events: eventWithTime[];
}

/** Reads a recording's snapshots, each once, also while it goes on and moves from memory to files. */
export class SnapshotReader {
  readonly #api: RecordingsApi;
  readonly #id: string;
  readonly #finishedSources = new Set<string>();
  /** Lines that were read before they were in a file: the same line is met there again. */
  readonly #openLines = new Set<string>();
  #openTimes = "";

  constructor(api: RecordingsApi, id: string) {
    this.#api = api;
    this.#id = id;
  }

  /** Gives what was not given before, and returns whether more may come. Throws `Refusal`, with status 404 once the recording is erased. */
  async *readNew(signal: AbortSignal): AsyncGenerator<WindowEvents, boolean> {
    const sources = await this.#api.sources(this.#id);
    for (const source of sources) {
      yield* source.source === "in_memory"
        ? this.#readOpenSource(source, signal)
        : this.#readClosedSource(source, signal);
    }
    return sources.some(({ source, end_timestamp }) => source === "in_memory" || isLive(end_timestamp));
  }

  /** What stays as it is. */
  async *#readClosedSource(source: Source, signal: AbortSignal): AsyncGenerator<WindowEvents> {
    const key = `${source.source}/${source.key}`;
    if (this.#finishedSources.has(key)) return;
    for await (const line of this.#api.lines(this.#id, source, signal)) {
      if (!this.#openLines.has(line)) yield parseLine(line);
    }
    this.#finishedSources.add(key);
  }

  /** What may still grow; read again only when it did. */
  async *#readOpenSource(source: Source, signal: AbortSignal): AsyncGenerator<WindowEvents> {
    const times = `${source.start_timestamp} ${source.end_timestamp}`;
    if (this.#openTimes === times) return;
    try {
      for await (const line of this.#api.lines(this.#id, source, signal)) {
        if (this.#openLines.has(line)) continue;
        this.#openLines.add(line);
        yield parseLine(line);
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return; // it has moved to a file meanwhile, which comes next time
      throw error;
    }
    this.#openTimes = times;
  }
}

function parseLine(line: string): WindowEvents {
  const { window_id, data }: { window_id: string; data: eventWithTime[] } = JSON.parse(line, sanitizeReviver);
  return { windowId: window_id, events: data };
}
