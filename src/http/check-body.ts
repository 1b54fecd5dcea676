import type { components } from "../../generated/openapi.ts";
import { Problem } from "../problem.ts";
import { checkAnsweredEvents } from "./check-answered-events.ts";
import type { Contract } from "./contract/contract.ts";
import { toCanonicalEvents, toCanonicalFlagQuery } from "./decode/canonical-request.ts";
import { EVENT_LIMITS, FLAG_LIMITS, parseBody, parseEvents } from "./decode/parse-body.ts";
import { unpackBody } from "./decode/unpack-body.ts";
import { toEventRequest } from "./operations/event-operations.ts";
import { withExactIds } from "./operations/exact-ids.ts";
import type { CheckedRequest, PostedRequest } from "./posted-request.ts";

type EventBody = components["schemas"]["Credentials"] & Pick<components["schemas"]["BatchRequest"], "batch">;

/**
 * Unpacks, parses and validates a request's body. Throws `request_too_large`, `parse_error`,
 * `unsupported_media_type` and the `Problem` of a body that the contract does not allow.
 */
export function checkRequest(posted: PostedRequest, contract: Contract): CheckedRequest {
  return checkJson(posted, unpackBody(posted.bytes, posted.encoding, posted.limit), contract);
}

/** Larger bodies are unpacked, parsed and validated on the parser thread: a megabyte takes 20 ms. */
const MAX_SMALL_BYTES = 64 * 1024;

/** Returns the JSON in a body that is small, packed and unpacked, and null for a larger one. Throws as `unpackBody`. */
export function unpackSmall({ bytes, encoding, limit }: PostedRequest): Uint8Array | null {
  if (bytes.byteLength > MAX_SMALL_BYTES) return null;
  try {
    return unpackBody(bytes, encoding, Math.min(limit, MAX_SMALL_BYTES + 1));
  } catch (error) {
    if (limit > MAX_SMALL_BYTES && error instanceof Problem && error.code === "request_too_large") return null;
    throw error;
  }
}

/** Parses and validates the JSON of a request's body. Throws as `checkRequest` does. */
export function checkJson(posted: PostedRequest, json: Uint8Array, contract: Contract): CheckedRequest {
  const { metadata, query, bearer } = posted;
  if (posted.shapes === "flags") {
    const { id } = posted;
    const { body } = toCanonicalFlagQuery({ id, json, body: parseBody(json, FLAG_LIMITS) }, metadata);
    contract.checkBody(id, body);
    const exact = withExactIds(body as components["schemas"]["DecideRequest"], json); // as the validators made sure
    return { id, request: { query, body: exact, bearer } };
  }
  if (posted.shapes === "ofrep") {
    const { id } = posted;
    const body = parseBody(json, FLAG_LIMITS);
    contract.checkBody(id, body);
    return { id, request: { query, body: body as components["schemas"]["OfrepRequest"], bearer } };
  }
  if (posted.shapes === "answered-events") return checkAnsweredEvents(posted, json, contract);
  const { id } = posted;
  const canonical = toCanonicalEvents({ id, json, body: parseEvents(json, EVENT_LIMITS) }, metadata);
  contract.checkBody(canonical.id, canonical.body);
  const body = canonical.body as EventBody;
  const count = canonical.id === "batch" ? body.batch.length : 1;
  return { id: canonical.id, request: toEventRequest(body, count, canonical.json, query, bearer) };
}
