import type { components } from "../../generated/openapi.ts";
import type { Credentials } from "../tenants/keyring.ts";
import { Problem } from "../values/problem.ts";
import { checkEventsWithResults } from "./check-events-with-results.ts";
import type { CheckedRequest, ClientRequest } from "./client-request.ts";
import type { Contract } from "./contract/contract.ts";
import { findKey, toCanonicalEvents, toCanonicalFlagQuery, withExactIds } from "./decode/canonical-request.ts";
import { EVENT_LIMITS, FLAG_LIMITS, findKeyFields, parseBody, parseEvents } from "./decode/parse-body.ts";
import { unpackBody } from "./decode/unpack-body.ts";
import { toEventRequest } from "./operations/event-operations.ts";

type EventBody = components["schemas"]["Credentials"] & Pick<components["schemas"]["BatchRequest"], "batch">;

/**
 * Unpacks, parses and validates a request's body. Throws `request_too_large`, `parse_error`,
 * `unsupported_media_type` and the `Problem` of a body that the contract does not allow.
 */
export function checkRequest(clientRequest: ClientRequest, contract: Contract): CheckedRequest {
  return checkJson(
    clientRequest,
    unpackBody(clientRequest.bytes, clientRequest.encoding, clientRequest.limit),
    contract,
  );
}

/** A body that is unpacked and not parsed yet, with the key that is found in it. */
export interface OpenedBody {
  readonly json: Uint8Array;
  readonly credentials: Pick<Credentials, "apiKey" | "personalApiKey">;
}

/** Unpacks a body and finds its key. Throws as `checkRequest` does, except for what the contract does not allow. */
export function openBody({ bytes, encoding, limit }: ClientRequest): OpenedBody {
  const json = unpackBody(bytes, encoding, limit);
  return { json, credentials: findKey(findKeyFields(json)) };
}

/** Larger bodies are unpacked, parsed and validated on the parser thread: a megabyte takes 20 ms. */
const MAX_SMALL_BYTES = 64 * 1024;

/** Returns the JSON in a body that is small, packed and unpacked, and null for a larger one. Throws as `unpackBody`. */
export function unpackSmall({ bytes, encoding, limit }: ClientRequest): Uint8Array | null {
  if (bytes.byteLength > MAX_SMALL_BYTES) return null;
  try {
    return unpackBody(bytes, encoding, Math.min(limit, MAX_SMALL_BYTES + 1));
  } catch (error) {
    if (limit > MAX_SMALL_BYTES && error instanceof Problem && error.code === "request_too_large") return null;
    throw error;
  }
}

/** Parses and validates the JSON of a request's body. Throws as `checkRequest` does. */
export function checkJson(clientRequest: ClientRequest, json: Uint8Array, contract: Contract): CheckedRequest {
  const { metadata, query, bearer } = clientRequest;
  if (clientRequest.shapes === "flags") {
    const { id } = clientRequest;
    const { body } = toCanonicalFlagQuery({ id, json, body: parseBody(json, FLAG_LIMITS) }, metadata);
    contract.checkBody(id, body);
    const exact = withExactIds(body as components["schemas"]["DecideRequest"], json); // as the validators made sure
    return { id, request: { query, body: exact, bearer } };
  }
  if (clientRequest.shapes === "ofrep") {
    const { id } = clientRequest;
    const body = parseBody(json, FLAG_LIMITS);
    contract.checkBody(id, body);
    return { id, request: { query, body: body as components["schemas"]["OfrepRequest"], bearer } };
  }
  if (clientRequest.shapes === "events-with-results") return checkEventsWithResults(clientRequest, json, contract);
  const { id } = clientRequest;
  const canonical = toCanonicalEvents({ id, json, body: parseEvents(json, EVENT_LIMITS) }, metadata);
  contract.checkBody(canonical.id, canonical.body);
  const body = canonical.body as EventBody;
  const count = canonical.id === "batch" ? body.batch.length : 1;
  return { id: canonical.id, request: toEventRequest(body, count, canonical.json, query, bearer) };
}
