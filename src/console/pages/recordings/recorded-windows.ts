import type { eventWithTime } from "@rrweb/types";
import { asObject, parseJson } from "../../components/json.ts";

const FULL_SNAPSHOT = 2;
const LAST_TYPE = 6;

export interface RecordedWindow {
  readonly id: string;
  readonly events: eventWithTime[];
  firstMs: number;
  lastMs: number;
}

export class RecordedWindows {
  readonly byId = new Map<string, RecordedWindow>();
  readonly logged: Logged[] = [];
  /** Whether something was left out because it cannot be read. */
  isDamaged = false;
  /** Whether a screen was recorded as wireframes, as libraries for phones do. */
  hasWireframes = false;

  /** Returns those of the events that can be played. */
  add(windowId: string, events: readonly unknown[]): eventWithTime[] {
    const readable = events.filter(isRrwebEvent);
    if (readable.length < events.length) this.isDamaged = true;
    const added: eventWithTime[] = [];
    for (const event of readable) {
      if (event.type === FULL_SNAPSHOT && !this.#hasPage(event)) continue;
      added.push(event);
      this.logged.push(...logEntries(event));
    }
    this.#append(windowId, added);
    return added;
  }

  /** Returns the window that shows the moment: the one that ends last of those that have begun, or else the first. */
  windowAt(at: number): RecordedWindow | undefined {
    const playable = [...this.byId.values()].filter(isPlayable).sort((one, other) => one.firstMs - other.firstMs);
    const open = playable.filter(({ firstMs, lastMs }) => firstMs <= at && at <= lastMs);
    return open.at(-1) ?? playable.findLast(({ firstMs }) => firstMs <= at) ?? playable[0];
  }

  #hasPage({ data }: eventWithTime): boolean {
    const { node, wireframes } = data as { node?: unknown; wireframes?: unknown };
    if (typeof node === "object" && node !== null) return true;
    if (Array.isArray(wireframes)) this.hasWireframes = true;
    else this.isDamaged = true;
    return false;
  }

  #append(id: string, events: readonly eventWithTime[]): void {
    if (events.length === 0) return;
    const window = this.byId.get(id) ?? { id, events: [], firstMs: Number.POSITIVE_INFINITY, lastMs: 0 };
    for (const event of events) {
      window.events.push(event);
      window.firstMs = Math.min(window.firstMs, event.timestamp);
      window.lastMs = Math.max(window.lastMs, event.timestamp);
    }
    this.byId.set(id, window);
  }
}

/** Returns true if the window can be played: changes before the first full snapshot have no page to apply to. */
export function isPlayable({ events }: RecordedWindow): boolean {
  return events.length > 1 && events.some(({ type }) => type === FULL_SNAPSHOT);
}

function isRrwebEvent(value: unknown): value is eventWithTime {
  const { type, timestamp, data } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isKnown = typeof type === "number" && type >= 0 && type <= LAST_TYPE;
  return isKnown && Number.isFinite(timestamp) && typeof data === "object" && data !== null;
}

/** What happened at a time of a session. */
export interface Moment {
  readonly key: string;
  readonly kind: "event" | "console" | "network" | "story";
  readonly at: number;
  readonly title: string;
  readonly detail: string;
  readonly tone: "plain" | "warning" | "error";
}

/** A line of the console, or a request. */
export type Logged = Omit<Moment, "key">;

const PLUGIN = 6;
const MAX_TEXT = 2000;
const MIN_ERROR_STATUS = 400;
const TONES = { log: "plain", warn: "warning", error: "error" } as const;

/** Reads what console and network plugins recorded in an event, which may be anything. */
function logEntries({ type, timestamp, data }: eventWithTime): Logged[] {
  if (type !== PLUGIN) return [];
  const { plugin, payload } = asObject(data);
  if (plugin === "rrweb/console@1") return [consoleLine(timestamp, asObject(payload))];
  if (plugin !== "rrweb/network@1") return [];
  const { requests } = asObject(payload);
  return Array.isArray(requests) ? requests.map((request) => networkRequest(timestamp, asObject(request))) : [];
}

function consoleLine(at: number, { level, payload }: Fields): Logged {
  const title = [payload].flat().map(spoken).join(" ").slice(0, MAX_TEXT);
  const detail = level === "error" || level === "assert" ? "error" : level === "warn" ? "warn" : "log";
  return { kind: "console", at, title, detail, tone: TONES[detail] };
}

/** The plugin sends each argument as JSON. */
function spoken(part: unknown): string {
  if (typeof part !== "string") return JSON.stringify(part) ?? "";
  const value = parseJson(part);
  return typeof value === "string" ? value : part;
}

function networkRequest(recordedAt: number, fields: Fields): Logged {
  const { name, method, timestamp } = fields;
  const status = asNumber(fields.status) ?? asNumber(fields.responseStatus);
  const duration = asNumber(fields.duration);
  return {
    kind: "network",
    at: asNumber(timestamp) ?? recordedAt,
    title: `${typeof method === "string" ? method.slice(0, 20) : "GET"} ${String(name ?? "").slice(0, MAX_TEXT)}`,
    detail: `${status ?? "no status"}${duration === null ? "" : ` · ${Math.round(duration)} ms`}`,
    tone: status !== null && status >= MIN_ERROR_STATUS ? "error" : "plain",
  };
}

type Fields = Readonly<Record<string, unknown>>;

const asNumber = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);
