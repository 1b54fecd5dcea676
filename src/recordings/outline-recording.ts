import { isPropertyMap, type PropertyMap, parseJson, propertyOf } from "../lib/json/json.ts";
import {
  CONSOLE_PLUGIN,
  eventData,
  INCREMENTAL_SNAPSHOT,
  INCREMENTAL_SOURCE,
  isRrwebEvent,
  MOUSE_INTERACTION,
  PLUGIN_EVENT,
  type RrwebEvent,
} from "./rrweb.ts";
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

interface RecordedElement {
  readonly tag: string;
  readonly parent: number;
  /** What the page says of it: a label, or the beginning of the text within. */
  readonly label: string;
  text: string;
}

/** Elements of larger pages are left out. */
const MAX_ELEMENTS = 50_000;
const MAX_LABEL = 80;
/** How far up a text counts, and how far up an element with a text is looked for. */
const LEVELS = 3;
const LABELS = ["aria-label", "placeholder", "alt", "title", "name", "id"];

class RecordedElements {
  readonly #byId = new Map<unknown, RecordedElement>();

  /** Takes the document of a full snapshot. */
  replace(document: unknown): void {
    this.#byId.clear();
    this.#add(document, 0);
  }

  change(adds: unknown, texts: unknown): void {
    for (const { parentId, node } of listOf(adds)) this.#add(node, Number(parentId));
    for (const { id, value } of listOf(texts)) {
      const known = this.#byId.get(id);
      if (known && typeof value === "string") this.#addText(value, known.parent);
    }
  }

  /** Returns the element, or the nearest one around it that has a text: `button "Add to cart"`. */
  describe(id: unknown): string {
    const own = this.#byId.get(id);
    let element = own;
    for (let level = 0; level < LEVELS && element && nameOf(element) === ""; level++) {
      element = this.#byId.get(element.parent);
    }
    if (!own) return "an unknown element";
    return element && nameOf(element) !== "" ? `${element.tag} "${nameOf(element)}"` : own.tag;
  }

  #add(root: unknown, parentId: number): void {
    for (let open = [{ node: root, parentId }]; open.length > 0; ) {
      const { node, parentId: parent } = open.pop() ?? { node: null, parentId: 0 };
      if (!isPropertyMap(node) || this.#byId.size >= MAX_ELEMENTS) continue;
      const { id, tagName, textContent, attributes, childNodes } = node;
      if (typeof textContent === "string") {
        this.#byId.set(id, { tag: "", parent, label: "", text: "" });
        this.#addText(textContent, parent);
        continue;
      }
      const own = isPropertyMap(attributes) ? attributes : {};
      const label = LABELS.map((name) => own[name]).find((value) => typeof value === "string" && value !== "");
      const tag = String(tagName ?? "page");
      this.#byId.set(id, { tag, parent, label: String(label ?? "").slice(0, MAX_LABEL), text: "" });
      const children = listOf(childNodes).map((child) => ({ node: child, parentId: Number(id) }));
      open.push(...children.reverse());
    }
  }

  #addText(text: string, parent: number): void {
    const words = text.replaceAll(/\s+/g, " ").trim();
    let element = this.#byId.get(parent);
    if (words === "" || element?.tag === "style" || element?.tag === "script") return;
    for (let level = 0; level < LEVELS && element; level++) {
      element.text = `${element.text} ${words}`.trim().slice(0, MAX_LABEL);
      element = this.#byId.get(element.parent);
    }
  }
}

/** Prefers a text that ends to one that was cut, which is of many things. */
function nameOf({ text, label }: RecordedElement): string {
  return text !== "" && text.length < MAX_LABEL ? text : label || text;
}

function listOf(value: unknown) {
  return Array.isArray(value) ? value.filter(isPropertyMap) : [];
}
