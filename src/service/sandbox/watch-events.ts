import { randomUUID } from "node:crypto";
import type { Schemas } from "../../../generated/openapi.ts";
import type { RespondToClient } from "../../http/adapters/node-http.ts";
import { readBearer } from "../../http/answer.ts";
import type { EventOperationId } from "../../http/contract/operation-types.ts";
import type { Route } from "../../http/contract/routes.ts";
import { corsHeaders } from "../../http/cors.ts";
import { readEncoding, readQueryEncoding } from "../../http/decode/body-encoding.ts";
import { newBodyMemory } from "../../http/decode/body-memory.ts";
import { readMetadata, toCanonicalEvents } from "../../http/decode/canonical-request.ts";
import { toBatchJson } from "../../http/decode/events-with-results.ts";
import { parseEvents } from "../../http/decode/parse-body.ts";
import { unpackBody } from "../../http/decode/unpack-body.ts";
import type { HttpReply, HttpRequest } from "../../http/http-message.ts";
import { normalizeEvents } from "../../ingest/normalize-events.ts";
import { decodeUtf8, isPropertyMap, type PropertyMap, parseExactly, propertyOf } from "../../lib/json/json.ts";
import type { DocumentedError } from "./documented-failures.ts";
import { currentRequest } from "./request-context.ts";
import { retryHeader } from "./send-reply.ts";
import type { ArrivedEvent, Tenant } from "./tenants.ts";

/** Limits for bodies of requests that the service does not answer. */
const BODY_LIMITS = { limit: 20 * 1024 * 1024, memory: newBodyMemory(Number.POSITIVE_INFINITY) };

/** Wraps a responder: adds all events to the arrivals of their tenant, or of `fallback`, and answers with failures. */
export function watchEvents(fallback: () => Tenant): (respond: RespondToClient) => RespondToClient {
  return (respond) => async (route, request) => {
    const context = currentRequest();
    const error = context?.error ?? null;
    const answer: RespondToClient = error === null ? respond : (route, request) => answerWith(error, route, request);
    if (["flags", "ofrep"].includes(route.operation.clientShapes ?? "")) return answer(route, request);
    let body = new Uint8Array();
    const readBytes: HttpRequest["readBytes"] = async (limits) => {
      const bytes = await request.readBytes(limits);
      body = Uint8Array.from(bytes); // the service may transfer its own to another thread
      return bytes;
    };
    const reply = await answer(route, { ...request, readBytes });
    const tenant = context?.tenant ?? fallback();
    tenant.arrived.add(describeEvents(route, request, body, tenant.now(), reply));
    return reply;
  };
}

async function answerWith(error: DocumentedError, { operation }: Route, { headers, readBytes }: HttpRequest) {
  if (operation.hasBody) await readBytes(BODY_LIMITS).catch(() => undefined); // it fails anyway
  const cors = operation.cors && headers.origin ? { ...corsHeaders(headers.origin), Vary: "Origin" } : {};
  const own = { "X-Request-Id": randomUUID(), "Content-Type": "application/json; charset=utf-8" };
  const body = JSON.stringify(error.body);
  return { status: error.status, headers: { ...own, ...cors, ...retryHeader(error) }, body };
}

function describeEvents(
  route: Route,
  request: HttpRequest,
  body: Uint8Array,
  receivedAt: number,
  { status, body: text }: HttpReply<string | null>,
): Omit<ArrivedEvent, "id">[] {
  const answer = JSON.parse(text ?? "null");
  const refusal: ArrivedEvent["error"] = status < 400 ? null : answer;
  const common = { received_at: new Date(receivedAt).toISOString(), operation: route.operation.id, status };
  try {
    const { sent, stored } = readEvents(route, request, body, receivedAt);
    return sent.map((event, index) => {
      const error = refusal ?? ownError(event, answer.results);
      if (error !== null) return { ...common, error, outcome: "rejected", event };
      return stored.has(index)
        ? { ...common, error, outcome: "accepted", event: stored.get(index) }
        : { ...common, error, outcome: "dropped", event };
    });
  } catch {
    return [{ ...common, error: refusal, outcome: "rejected", event: null }];
  }
}

/** Returns why an event was refused, by results of events that are answered one by one. */
function ownError(
  event: unknown,
  results: Readonly<Record<string, Schemas["EventResult"]>> = {},
): ArrivedEvent["error"] {
  const uuid = isPropertyMap(event) ? propertyOf(event, "uuid") : undefined;
  const details = results[String(uuid)]?.details;
  if (details === undefined) return null;
  const [attr = "event", code] = details.split(": ");
  return { type: "validation_error", code: code as Schemas["ErrorCode"], detail: details, attr };
}

/** Returns the events as sent and, by index, as stored. Throws if they cannot be read. */
function readEvents({ operation }: Route, request: HttpRequest, packed: Uint8Array, receivedAt: number) {
  const [bytes, encoding] = operation.hasBody
    ? [packed, readEncoding(request)]
    : [Buffer.from(request.queryString), readQueryEncoding(request.queryString)];
  const json = encoding ? unpackBody(bytes, encoding, Number.MAX_SAFE_INTEGER) : bytes;
  const metadata = readMetadata(request, readBearer(request) !== undefined, operation.defaultEvent);
  const body = parseEvents(json, () => true);
  const canonical =
    operation.clientShapes === "events-with-results"
      ? ({ id: "batch", json: toBatchJson(json, () => false, metadata) } as const)
      : toCanonicalEvents({ id: operation.handlerId as EventOperationId, json, body }, metadata);
  const root = parseExactly(decodeUtf8(canonical.json)) as PropertyMap;
  const entry = { projectId: "", receivedAt, seed: randomUUID(), operation: canonical.id, body: canonical.json };
  const { events } = normalizeEvents(entry, { group: 0, index: 0 });
  const stored = events.map(({ position, event, distinctId, timestamp, properties, json }) => {
    const times = { timestamp: new Date(timestamp).toISOString() };
    const all = json === undefined ? properties : parseExactly(json);
    return [position.index, { event, distinct_id: distinctId, ...times, properties: all }] as const;
  });
  const { api_key: _, personal_api_key: __, batch, ...event } = root;
  const sent: unknown[] = canonical.id === "batch" && Array.isArray(batch) ? batch : [event];
  return { sent, stored: new Map(stored) };
}
