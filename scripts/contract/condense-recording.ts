import type { IncomingHttpHeaders } from "node:http";
import { decodeBody } from "../../contract-tests/client/exchange.ts";
import { findRoute } from "../../src/http/contract/routes.ts";
import { readEncoding } from "../../src/http/decode/body-encoding.ts";
import { mediaTypeOf } from "../../src/http/decode/read-body.ts";
import { unpackBody } from "../../src/http/decode/unpack-body.ts";
import type { RecordedExchange } from "./recorded-clients.ts";
import { steadyText } from "./steady-text.ts";

/** A request and its response as the recorder of the client tests writes them. Bodies are in base64. */
export interface RawExchange {
  readonly library: string;
  readonly request: { method: string; path: string; headers: IncomingHttpHeaders; body: string };
  readonly response: { status: number; headers: IncomingHttpHeaders; body: string };
}

type Json = { readonly [key: string]: unknown };

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_ITEMS = 2;
const MAX_TEXT_LENGTH = 100;
/** Snapshots and properties are nested deeper, but free in form. */
const MAX_DEPTH = 7;
const SHAPE_DEPTH = 2;
/** Fields of properties from which the service takes who sent an event. */
const IDENTITIES = ["$distinct_id", "$token"];

/**
 * Returns what the contract gate needs of a library's exchanges: those that differ in their shape, with each event
 * once, without keys, and with long and random values replaced.
 */
export function condenseRecording(raw: readonly RawExchange[]): RecordedExchange[] {
  const rename = steadyText();
  const isNew = firstTimes();
  const condensed: RecordedExchange[] = [];
  for (const one of raw.filter(({ request }) => isDocumented(request))) {
    const { body: sent, ...others } = JSON.parse(rename(JSON.stringify(readExchange(one)))) as RecordedExchange;
    const [path = "", query = ""] = others.path.split("?");
    const names = [...new URLSearchParams(query).keys()].filter((name) => name !== "retry_count").toSorted();
    const body = withEvents(sent, (event) => condenseEvent(event, path, isNew));
    if (!isNew(path, names, shapeOf(body), others.status, shapeOf(others.reply)) || isEmptyBatch(body)) continue;
    condensed.push({ ...others, ...(body !== undefined && { body: shorten(body) }) });
  }
  return condensed;
}

/** Returns a function that tells whether it is called for the first time with something. */
function firstTimes(): (...parts: unknown[]) => boolean {
  const seen = new Set<string>();
  return (...parts) => seen.size !== seen.add(JSON.stringify(parts)).size;
}

/** Returns nothing for an event like an earlier one; otherwise the event, without the library's properties so far. */
function condenseEvent(event: Json, path: string, isNew: (...parts: unknown[]) => boolean): Json[] {
  if (!isNew(path, event.event, Object.keys(event).toSorted())) return [];
  if (event.properties === undefined) return [event];
  const kept = Object.entries(event.properties as Json).filter(
    ([name, value]) => !name.startsWith("$") || IDENTITIES.includes(name) || isNew(name, typeof value),
  );
  return [{ ...event, properties: Object.fromEntries(kept) }];
}

function isDocumented({ method, path }: RawExchange["request"]): boolean {
  const route = findRoute(method, path.split("?", 1)[0] ?? "");
  return route !== null && "operation" in route;
}

function readExchange({ request, response }: RawExchange): RecordedExchange {
  const { method, path, headers } = request;
  const bytes = Buffer.from(request.body, "base64");
  const encoding = readEncoding({ headers, queryString: path.split("?")[1] ?? "" });
  const json = encoding ? unpackBody(bytes, encoding, MAX_BODY_BYTES) : bytes;
  const hasReply = response.body !== "";
  const type = hasReply ? mediaTypeOf(response.headers) : null;
  const reply = { headers: response.headers, status: response.status, bytes: Buffer.from(response.body, "base64") };
  return {
    method,
    path,
    isCrossOrigin: headers.origin !== undefined,
    hasBearer: headers.authorization !== undefined,
    ...(bytes.length > 0 && { body: JSON.parse(Buffer.from(json).toString()) }),
    status: response.status,
    type,
    ...(type === "application/json" && { reply: JSON.parse(decodeBody(reply)) }),
  };
}

/** Returns the body with other events. */
function withEvents(body: unknown, change: (event: Json) => Json[]): unknown {
  if (Array.isArray(body)) return body.flatMap(change);
  const { batch, event } = (body ?? {}) as Json;
  if (Array.isArray(batch)) return { ...(body as Json), batch: batch.flatMap(change) };
  return event === undefined ? body : (change(body as Json)[0] ?? { batch: [] });
}

function isEmptyBatch(body: unknown): boolean {
  const events = Array.isArray(body) ? body : ((body ?? {}) as Json).batch;
  return Array.isArray(events) && events.length === 0;
}

function shapeOf(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, depth + 1));
  if (typeof value !== "object" || value === null || depth === SHAPE_DEPTH) return typeof value;
  const entries = Object.entries(value).map(([key, field]) => [
    key,
    key === "event" ? field : shapeOf(field, depth + 1),
  ]);
  return entries.toSorted();
}

function shorten(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.slice(0, MAX_TEXT_LENGTH);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return {};
  // The first two levels hold the events.
  if (Array.isArray(value))
    return value.slice(0, depth < 2 ? undefined : MAX_ITEMS).map((item) => shorten(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shorten(field, depth + 1)]));
}
