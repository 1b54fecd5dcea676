import type { eventWithTime } from "@rrweb/types";

export interface ConsoleLine {
  readonly kind: "console";
  readonly at: number;
  readonly level: "log" | "warn" | "error";
  readonly text: string;
}

export interface NetworkRequest {
  readonly kind: "network";
  readonly at: number;
  readonly method: string;
  readonly url: string;
  /** Null if unknown. */
  readonly status: number | null;
  readonly durationMs: number | null;
}

const PLUGIN = 6;
const MAX_TEXT = 2000;

/** Reads what console and network plugins recorded in an event, which may be anything. */
export function logEntries({ type, timestamp, data }: eventWithTime): (ConsoleLine | NetworkRequest)[] {
  if (type !== PLUGIN) return [];
  const { plugin, payload } = asObject(data);
  if (plugin === "rrweb/console@1") return [consoleLine(timestamp, asObject(payload))];
  if (plugin !== "rrweb/network@1") return [];
  const { requests } = asObject(payload);
  return Array.isArray(requests) ? requests.map((request) => networkRequest(timestamp, asObject(request))) : [];
}

function consoleLine(at: number, { level, payload }: Fields): ConsoleLine {
  const parts = Array.isArray(payload) ? payload : [payload];
  const text = parts.map(spoken).join(" ").slice(0, MAX_TEXT);
  return {
    kind: "console",
    at,
    level: ["error", "assert"].includes(String(level)) ? "error" : level === "warn" ? "warn" : "log",
    text,
  };
}

/** The plugin sends each argument as JSON. */
function spoken(part: unknown): string {
  if (typeof part !== "string") return JSON.stringify(part) ?? "";
  try {
    const value: unknown = JSON.parse(part);
    return typeof value === "string" ? value : part;
  } catch {
    return part;
  }
}

function networkRequest(recordedAt: number, fields: Fields): NetworkRequest {
  const { name, method, status, responseStatus, timestamp, duration } = fields;
  return {
    kind: "network",
    at: asNumber(timestamp) ?? recordedAt,
    method: typeof method === "string" ? method.slice(0, 20) : "GET",
    url: String(name ?? "").slice(0, MAX_TEXT),
    status: asNumber(status) ?? asNumber(responseStatus),
    durationMs: asNumber(duration),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function asObject(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
