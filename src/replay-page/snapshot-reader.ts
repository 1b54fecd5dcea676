import type { eventWithTime } from "@rrweb/types";
import { isLive } from "./live.ts";
import { ApiError, type RecordingsApi, type Source } from "./recordings-api.ts";
import { sanitizeReviver } from "./sanitize-recording.ts";

/** Events of one browser window. */
export interface WindowEvents {
  readonly windowId: string;
  readonly events: eventWithTime[];
}

/** Reads each snapshot of a recording once, even if the recording continues or moves from memory to files. */
export class SnapshotReader {
  readonly #api: RecordingsApi;
  readonly #id: string;
  readonly #finishedSources = new Set<string>();
  /** Lines read from memory. The same lines will appear in a file. */
  readonly #openLines = new Set<string>();
  #openTimes = "";

  constructor(api: RecordingsApi, id: string) {
    this.#api = api;
    this.#id = id;
  }

  /**
   * Yields events that were not yielded before, and returns true if more may follow.
   * Throws `ApiError`, with status 404 after the recording is deleted.
   */
  async *readNew(signal: AbortSignal): AsyncGenerator<WindowEvents, boolean> {
    const sources = await this.#api.sources(this.#id);
    for (const source of sources) {
      yield* source.source === "in_memory"
        ? this.#readOpenSource(source, signal)
        : this.#readClosedSource(source, signal);
    }
    return sources.some(({ source, end_timestamp }) => source === "in_memory" || isLive(end_timestamp));
  }

  /** Reads a source that no longer changes. */
  async *#readClosedSource(source: Source, signal: AbortSignal): AsyncGenerator<WindowEvents> {
    const key = `${source.source}/${source.key}`;
    if (this.#finishedSources.has(key)) return;
    for await (const line of this.#api.lines(this.#id, source, signal)) {
      if (!this.#openLines.has(line)) yield parseLine(line);
    }
    this.#finishedSources.add(key);
  }

  /** Reads a source that may grow, unless it is unchanged since the last read. */
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
      // The snapshots have moved to a file, which the next call reads.
      if (error instanceof ApiError && error.status === 404) return;
      throw error;
    }
    this.#openTimes = times;
  }
}

function parseLine(line: string): WindowEvents {
  const { window_id, data }: { window_id: string; data: eventWithTime[] } = JSON.parse(line, sanitizeReviver);
  return { windowId: window_id, events: data };
}
