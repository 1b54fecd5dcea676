import { parseJson } from "../../components/json.ts";
import { GoneError, isLive, type SnapshotsApi, type Source } from "./recordings-api.ts";

/** A line of a recording: events of one browser window, or null for a line that cannot be read. */
type RecordedLine = { readonly windowId: string; readonly events: readonly unknown[] } | null;

/** Reads each snapshot of a recording once, even if the recording continues or moves from memory to files. */
export class SnapshotReader {
  readonly #api: SnapshotsApi;
  readonly #finishedSources = new Set<string>();
  /** Lines read from memory. The same lines will appear in a file. */
  readonly #openLines = new Set<string>();
  #openTimes = "";

  constructor(api: SnapshotsApi) {
    this.#api = api;
  }

  /** Yields new lines; returns true if more may follow. Throws what the API throws: `GoneError` once deleted. */
  async *readNew(signal: AbortSignal): AsyncGenerator<RecordedLine, boolean> {
    const sources = await this.#api.sources(signal);
    for (const source of sources) {
      yield* source.source === "in_memory"
        ? this.#readOpenSource(source, signal)
        : this.#readClosedSource(source, signal);
    }
    return sources.some(({ source, end_timestamp }) => source === "in_memory" || isLive(end_timestamp));
  }

  async *#readClosedSource(source: Source, signal: AbortSignal): AsyncGenerator<RecordedLine> {
    const key = `${source.source}/${source.key}`;
    if (this.#finishedSources.has(key)) return;
    for await (const line of this.#api.lines(source, signal)) {
      if (!this.#openLines.has(line)) yield parseLine(line);
    }
    this.#finishedSources.add(key);
  }

  /** Reads a source that may grow, unless it is unchanged since the last read. */
  async *#readOpenSource(source: Source, signal: AbortSignal): AsyncGenerator<RecordedLine> {
    const times = `${source.start_timestamp} ${source.end_timestamp}`;
    if (this.#openTimes === times) return;
    try {
      for await (const line of this.#api.lines(source, signal)) {
        if (this.#openLines.has(line)) continue;
        this.#openLines.add(line);
        yield parseLine(line);
      }
    } catch (error) {
      // The snapshots have moved to a file, which the next call reads.
      if (error instanceof GoneError) return;
      throw error;
    }
    this.#openTimes = times;
  }
}

function parseLine(line: string): RecordedLine {
  const { window_id, data } = (parseJson(line, sanitizeReviver) ?? {}) as { window_id?: unknown; data?: unknown };
  return typeof window_id === "string" && Array.isArray(data) ? { windowId: window_id, events: data } : null;
}

/** Link hints, and documents as text, which may contain frames and links. */
const REMOVED_ATTRIBUTES = /^(?:rel|srcdoc)$/i;
/** The sandbox does not run them; without them, browsers need not report so. */
const EVENT_HANDLER = /^on/i;
const FRAME = /^i?frame$/i;
const SOURCE_ATTRIBUTE = /^src$/i;
/** Needs no connection, and may be the only copy of an image. */
const DATA_IMAGE = /^data:image\//i;

interface SerializedNode {
  /** Absent in changes of attributes. */
  readonly tagName?: string;
  readonly attributes: Record<string, unknown>;
}

/**
 * Removes, as a reviver of `JSON.parse`, event handlers and attributes that make browsers connect to other hosts:
 * Chromium opens connections for frames before it checks the content security policy.
 */
export function sanitizeReviver(name: string, value: unknown): unknown {
  if (REMOVED_ATTRIBUTES.test(name)) return undefined;
  if (!hasAttributes(value)) return value;
  const mayBeFrame = value.tagName === undefined || FRAME.test(value.tagName);
  for (const [attribute, address] of Object.entries(value.attributes)) {
    const connects = mayBeFrame && SOURCE_ATTRIBUTE.test(attribute) && !DATA_IMAGE.test(String(address));
    if (connects || EVENT_HANDLER.test(attribute)) delete value.attributes[attribute];
  }
  return value;
}

function hasAttributes(value: unknown): value is SerializedNode {
  return typeof value === "object" && value !== null && "attributes" in value && value.attributes instanceof Object;
}
