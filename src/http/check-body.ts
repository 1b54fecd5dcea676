import type { Schemas } from "../../generated/openapi.ts";
import { splitBatch } from "../ingest/read-events.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import { findProblem, Problem, problem } from "../lib/problem.ts";
import { isUuid } from "../lib/uuid.ts";
import { type Credentials, isPersonalKey } from "../tenants/keyring.ts";
import type { CheckedRequest, ClientRequest } from "./client-request.ts";
import type { Contract } from "./contract/contract.ts";
import type { EventOperationId, EventRequest } from "./contract/operation-types.ts";
import { findKey, toCanonicalEvents, toCanonicalFlagQuery, withExactNumbers } from "./decode/canonical-request.ts";
import { withoutMembers } from "./decode/edit-json.ts";
import { toBatchJson } from "./decode/events-with-results.ts";
import { FLAG_LIMITS, findKeyFields, parseBody, parseEvents } from "./decode/parse-body.ts";
import { unpackBody } from "./decode/unpack-body.ts";

type EventBody = Schemas["Credentials"] & Pick<Schemas["BatchRequest"], "batch">;

/** Throws `request_too_large`, `parse_error`, `unsupported_media_type`, or the `Problem` of a wrong body. */
export function checkRequest(clientRequest: ClientRequest, contract: Contract): CheckedRequest {
  return checkJson(clientRequest, jsonOf(clientRequest), contract);
}

/** Body that is unpacked and not parsed yet, with its key. */
export interface OpenedBody {
  readonly json: Uint8Array;
  readonly credentials: Pick<Credentials, "apiKey" | "personalApiKey">;
}

/** Unpacks a body and finds its key. Throws as `checkRequest`, but does not validate. */
export function openBody(clientRequest: ClientRequest): OpenedBody {
  const json = jsonOf(clientRequest);
  return { json, credentials: findKey(findKeyFields(json)) };
}

function jsonOf({ bytes, encoding, limit: most }: ClientRequest, limit = most): Uint8Array {
  return encoding ? unpackBody(bytes, encoding, limit) : bytes;
}

/** Larger bodies are unpacked, parsed and validated on the parser thread: a megabyte takes 20 ms. */
const MAX_SMALL_BYTES = 64 * 1024;

/** Returns the JSON of a body that is small, packed and unpacked, else null. Throws as `unpackBody`. */
export function unpackSmall(clientRequest: ClientRequest): Uint8Array | null {
  const { bytes, limit } = clientRequest;
  if (bytes.byteLength > MAX_SMALL_BYTES) return null;
  try {
    return jsonOf(clientRequest, Math.min(limit, MAX_SMALL_BYTES + 1));
  } catch (error) {
    if (limit > MAX_SMALL_BYTES && error instanceof Problem && error.code === "request_too_large") return null;
    throw error;
  }
}

/** Parses and validates. Throws as `checkRequest`. */
export function checkJson(clientRequest: ClientRequest, json: Uint8Array, contract: Contract): CheckedRequest {
  const { metadata, query, bearer, runtime } = clientRequest;
  if (clientRequest.shapes === "flags") {
    const { id } = clientRequest;
    const canonical = (body: unknown) => toCanonicalFlagQuery({ id, json, body }, metadata).body;
    const body = canonical(parseBody(json, FLAG_LIMITS));
    contract.checkBody(id, body);
    // The validators have made sure of the type.
    const exact = withExactNumbers(body as Schemas["DecideRequest"], canonical, json);
    return { id, request: { query, body: exact, credentials: readCredentials(exact, query, bearer), runtime } };
  }
  if (clientRequest.shapes === "ofrep") {
    const { id } = clientRequest;
    const parsed = parseBody(json, FLAG_LIMITS);
    contract.checkBody(id, parsed);
    const body = withExactNumbers(parsed as Schemas["OfrepRequest"], (exact) => exact, json);
    return { id, request: { query, body, credentials: readCredentials(body, query, bearer), runtime } };
  }
  if (clientRequest.shapes === "events-with-results") {
    const { body, batch, results } = checkEventsWithResults(clientRequest, json, contract);
    const request = toEventRequest("batch", body, body.batch.length, batch, query, bearer);
    return { id: clientRequest.id, request: { ...request, results } };
  }
  const { id } = clientRequest;
  const areAllowed = (batch: readonly unknown[]) => findProblem(() => contract.checkBody("batch", { batch })) === null;
  const canonical = toCanonicalEvents({ id, json, body: parseEvents(json, areAllowed) }, metadata);
  contract.checkBody(canonical.id, canonical.body);
  const body = canonical.body as EventBody;
  const count = canonical.id === "batch" ? body.batch.length : 1;
  return { id: canonical.id, request: toEventRequest(canonical.id, body, count, canonical.json, query, bearer) };
}

function toEventRequest(
  operation: EventOperationId,
  body: Schemas["Credentials"],
  count: number,
  json: Uint8Array,
  query: { readonly project_id?: string | undefined },
  bearer: string | undefined,
): EventRequest {
  const stored = hasPersonalKey(body) ? withoutMembers(json, KEY_FIELDS) : json;
  const split = operation === "batch" ? splitBatch(stored) : { json: stored };
  return { credentials: readCredentials(body, query, bearer), count, ...split };
}

interface KeyFields {
  readonly api_key?: string | undefined;
  readonly personal_api_key?: string | undefined;
  readonly project_id?: string | number | undefined;
}

function readCredentials(
  { api_key, personal_api_key, project_id }: KeyFields,
  query: { readonly project_id?: string | undefined },
  bearer: string | undefined,
): Credentials {
  return { bearer, apiKey: api_key, personalApiKey: personal_api_key, projectId: project_id ?? query.project_id };
}

const KEY_FIELDS = ["api_key", "personal_api_key"];

/** A personal key is a secret: it must not be stored, not even in the journal. */
function hasPersonalKey({ api_key, personal_api_key }: KeyFields): boolean {
  return personal_api_key !== undefined || isPersonalKey(api_key ?? "");
}

/** Limit above which the request is refused: a wrong event takes as long to refuse as ten others to accept. */
const MAX_WRONG_EVENTS = 1000;

/**
 * Checks each event on its own. Returns those that are not refused as JSON of a batch, too. Throws the `Problem` of a
 * body that is no batch, and `request_too_large`.
 */
function checkEventsWithResults(
  { id, metadata, limit }: Extract<ClientRequest, { shapes: "events-with-results" }>,
  json: Uint8Array,
  contract: Contract,
): { readonly body: Schemas["AnsweredBatchRequest"]; readonly batch: Uint8Array; readonly results: string } {
  const isRefused: boolean[] = [];
  /** Results by the event's uuid. Of several with the same one, an accepted one counts. */
  const results: Record<string, Schemas["EventResult"]> = {};
  let wrongEvents = 0;
  let firstProblem: Problem | null = null;
  const problemOf = (id: "batch" | "capture", body: unknown) => findProblem(() => contract.checkBody(id, body));
  const parsed = parseEvents(json, (events, start) => {
    const isAllowed = problemOf("batch", { batch: events }) === null;
    if (!isAllowed) firstProblem ??= problemOf("batch", { batch: [...Array(start).fill({}), ...events] });
    for (const event of events) {
      const wrong = isAllowed || wrongEvents > MAX_WRONG_EVENTS ? null : problemOf("capture", event);
      if (wrong) wrongEvents += 1;
      const refusal = wrong ? `${wrong.attr ?? "event"}: ${wrong.code}` : missingField(event);
      isRefused.push(refusal !== null);
      const uuid = isPropertyMap(event) ? propertyOf(event, "uuid") : undefined;
      if (!isUuid(uuid)) continue;
      if (refusal === null) results[uuid] = { result: "ok" };
      else results[uuid] ??= { result: "drop", details: refusal };
    }
    return true; // they need not be kept
  });
  contract.checkBody(id, parsed);
  if (firstProblem && wrongEvents > MAX_WRONG_EVENTS) throw firstProblem;
  const batch = toBatchJson(json, (index) => isRefused[index] === true, metadata);
  if (batch.byteLength >= limit) throw problem("request_too_large");
  return { body: parsed as Schemas["AnsweredBatchRequest"], batch, results: JSON.stringify({ results }) };
}

/** Names a missing field. Other operations drop such an event without an error. */
function missingField(event: unknown): string | null {
  const name = ["event", "distinct_id"].find((field) => ((event as PropertyMap)[field] ?? "") === "");
  return name === undefined ? null : `${name}: required`;
}
