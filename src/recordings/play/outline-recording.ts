import { isPropertyMap, type PropertyMap, parseJson, propertyOf } from "../../lib/json/json.ts";
import {
  CONSOLE_PLUGIN,
  eventData,
  INCREMENTAL_SNAPSHOT,
  INCREMENTAL_SOURCE,
  isRrwebEvent,
  MOUSE_INTERACTION,
  PLUGIN_EVENT,
  type RrwebEvent,
} from "../record/rrweb.ts";
import { RecordedElements } from "./recorded-elements.ts";
import { splitLines } from "./snapshot-lines.ts";

export interface OutlineEntry {
  readonly at: number;
  readonly windowId: string;
  readonly kind: "page" | "click" | "input" | "console_warning" | "console_error" | "network_failure";
  text: string;
}

export interface Outline {
  /** Time of the first event; null if there is none. */
  readonly startMs: number | null;
  readonly entries: readonly OutlineEntry[];
  /** False if the recording has more than was read or returned. */
  readonly isComplete: boolean;
}

const MAX_ENTRIES = 500;
/** Windows follow each other roughly in time: reading ends after so many entries. */
const MAX_READ_ENTRIES = 5000;
/** Bytes of snapshots that are read, unpacked. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_TEXT = 300;
const [FULL_SNAPSHOT, CUSTOM_EVENT, MUTATION] = [2, 5, 0];
const NETWORK_PLUGIN = "rrweb/network@1";
const MIN_FAILURE_STATUS = 400;
const CLICKS: ReadonlyMap<unknown, string> = new Map([
  [MOUSE_INTERACTION.click, "click"],
  [MOUSE_INTERACTION.contextMenu, "right click"],
  [MOUSE_INTERACTION.doubleClick, "double click"],
  [MOUSE_INTERACTION.touchEnd, "touch"],
]);

interface OpenWindow {
  readonly elements: RecordedElements;
  href: string;
  /** Element whose text is being typed, with the index of its entry. */
  typed: { readonly id: unknown; readonly index: number } | null;
}

/** Tells in words what happened in a recording: pages, clicks, texts that were typed, faults. */
export async function outlineRecording(chunks: AsyncIterable<Uint8Array>): Promise<Outline> {
  const windows = new Map<string, OpenWindow>();
  const entries: OutlineEntry[] = [];
  let bytes = 0;
  let isRead = true;
  let startMs = Number.POSITIVE_INFINITY;
  for await (const line of splitLines(chunks)) {
    bytes += line.byteLength;
    if (bytes > MAX_BYTES || entries.length > MAX_READ_ENTRIES) return complete(startMs, entries, false);
    const read = readLine(line);
    isRead &&= read !== null;
    const { window_id: id, data } = read ?? { window_id: "", data: [] };
    const window = windows.get(id) ?? { elements: new RecordedElements(), href: "", typed: null };
    windows.set(id, window);
    for (const event of data.filter(isRrwebEvent)) {
      startMs = Math.min(startMs, Math.floor(event.timestamp));
      for (const [kind, text] of entriesOf(event, window, entries)) {
        entries.push({ at: Math.floor(event.timestamp), windowId: id, kind, text: text.slice(0, MAX_TEXT) });
      }
    }
  }
  return complete(startMs, entries, isRead);
}

/** Returns null for what nests too deeply. */
function readLine(line: Uint8Array): { readonly window_id: string; readonly data: readonly unknown[] } | null {
  try {
    return parseJson(line) as ReturnType<typeof readLine>;
  } catch {
    return null;
  }
}

function complete(startMs: number, entries: OutlineEntry[], wasRead: boolean): Outline {
  entries.sort((one, other) => one.at - other.at);
  return {
    startMs: Number.isFinite(startMs) ? startMs : null,
    entries: entries.slice(0, MAX_ENTRIES),
    isComplete: wasRead && entries.length <= MAX_ENTRIES,
  };
}

type Described = readonly (readonly [kind: OutlineEntry["kind"], text: string])[];

function entriesOf(event: RrwebEvent, window: OpenWindow, entries: OutlineEntry[]): Described {
  const data = eventData(event);
  if (event.type === FULL_SNAPSHOT) window.elements.replace(propertyOf(data, "node"));
  if (event.type === PLUGIN_EVENT) return pluginEntries(data);
  if (event.type === INCREMENTAL_SNAPSHOT) return interactionEntries(data, window, entries);
  const payload = event.type === CUSTOM_EVENT ? propertyOf(data, "payload") : data;
  const href = isPropertyMap(payload) ? propertyOf(payload, "href") : undefined;
  if (typeof href !== "string" || href === window.href) return [];
  window.href = href;
  window.typed = null;
  return [["page", href]];
}

function interactionEntries(data: PropertyMap, window: OpenWindow, entries: OutlineEntry[]): Described {
  const { source, type, id, text, isChecked, adds, texts } = data;
  if (source === MUTATION) window.elements.change(adds, texts);
  if (source === INCREMENTAL_SOURCE.mouseInteraction && CLICKS.has(type)) {
    window.typed = null;
    return [["click", `${CLICKS.get(type)} on ${window.elements.describe(id)}`]];
  }
  if (source !== INCREMENTAL_SOURCE.input) return [];
  const value = typeof text === "string" && text !== "on" ? `"${text}"` : isChecked === true ? "checked" : "unchecked";
  const described = `${value} in ${window.elements.describe(id)}`;
  const { typed } = window;
  const last = typed !== null && typed.id === id ? entries[typed.index] : undefined;
  if (last) {
    last.text = described.slice(0, MAX_TEXT);
    return [];
  }
  window.typed = { id, index: entries.length };
  return [["input", described]];
}

function pluginEntries({ plugin, payload }: PropertyMap): Described {
  if (!isPropertyMap(payload)) return [];
  if (plugin === CONSOLE_PLUGIN) {
    const { level, payload: parts } = payload;
    if (level !== "error" && level !== "assert" && level !== "warn") return [];
    return [[level === "warn" ? "console_warning" : "console_error", [parts].flat().map(wordOf).join(" ")]];
  }
  const { requests } = payload;
  if (plugin !== NETWORK_PLUGIN || !Array.isArray(requests)) return [];
  return requests.filter(isPropertyMap).flatMap((request) => {
    const { name, method = "GET" } = request;
    const status = request.status ?? request.responseStatus;
    const isFailure = typeof status === "number" && status >= MIN_FAILURE_STATUS;
    return isFailure ? [["network_failure", `${method} ${name}: ${status}`] as const] : [];
  });
}

/** The plugin sends each argument as JSON. */
function wordOf(part: unknown): string {
  if (typeof part !== "string") return JSON.stringify(part) ?? "";
  return part.startsWith('"') && part.endsWith('"') ? part.slice(1, -1) : part;
}
