import { parseJson } from "../../components/json.ts";
import { GoneError, isLive, type SnapshotsApi, type Source } from "./recordings-api.ts";

/** A line of a recording: events of one browser window, or null for a line that cannot be read. */
type RecordedLine = { readonly windowId: string; readonly events: readonly unknown[] } | null;

/**
 * Returns what reads each snapshot of a recording once, even if the recording continues or moves from memory to files:
 * each call yields new lines, and returns true if more may follow. It throws what the API throws.
 */
export function readerOf(api: SnapshotsApi): (signal: AbortSignal) => AsyncGenerator<RecordedLine, boolean> {
  const finished = new Set<string>();
  /** Lines read from memory. The same lines will appear in a file. */
  const openLines = new Set<string>();
  let openTimes = "";
  async function* readClosed(source: Source, signal: AbortSignal): AsyncGenerator<RecordedLine> {
    const key = `${source.source}/${source.key}`;
    if (finished.has(key)) return;
    for await (const line of api.lines(source, signal)) if (!openLines.has(line)) yield parseLine(line);
    finished.add(key);
  }
  /** Reads a source that may grow, unless it is unchanged since the last read. */
  async function* readOpen(source: Source, signal: AbortSignal): AsyncGenerator<RecordedLine> {
    const times = `${source.start_timestamp} ${source.end_timestamp}`;
    if (openTimes === times) return;
    try {
      for await (const line of api.lines(source, signal)) {
        if (openLines.has(line)) continue;
        openLines.add(line);
        yield parseLine(line);
      }
    } catch (error) {
      // The snapshots have moved to a file, which the next call reads.
      if (error instanceof GoneError) return;
      throw error;
    }
    openTimes = times;
  }
  return async function* (signal) {
    const sources = await api.sources(signal);
    for (const one of sources) yield* one.source === "in_memory" ? readOpen(one, signal) : readClosed(one, signal);
    return sources.some(({ source, end_timestamp }) => source === "in_memory" || isLive(end_timestamp));
  };
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
