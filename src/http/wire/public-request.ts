import type { Context } from "koa";
import type { ContractOperation } from "../contract/contract.ts";
import type { RequestMetadata } from "./canonical-request.ts";
import { isPlainJson } from "./media-type.ts";
import { readPackedBody } from "./packed-body.ts";
import { readBody } from "./read-body.ts";
import type { BodyLimits } from "./unpack-body.ts";

/** What a public request has sent, unpacked: here, and nowhere else, is known in which forms clients send it. */
export interface PublicRequest {
  /** The body's JSON, which nobody has parsed yet; it is to be released from the memory when the request is done. */
  readonly raw: Uint8Array;
  readonly metadata: RequestMetadata;
}

/**
 * Reads a public request. `operation` is the one that its path names. Throws `unsupported_media_type`, `request_too_large`, `service_unavailable`, and
 * `parse_error` for what cannot be unpacked.
 */
export async function readPublicRequest(
  ctx: Context,
  operation: ContractOperation,
  hasKey: boolean,
  limits: BodyLimits,
): Promise<PublicRequest> {
  const query = BODY_PARAMETERS.test(ctx.querystring) ? new URLSearchParams(ctx.querystring) : NO_QUERY;
  const isPlain = isPlainJson(ctx.headers) && !query.get("compression");
  const raw = isPlain
    ? await readBody(ctx.req, limits.limit, limits.memory)
    : await readPackedBody(ctx.req, query, limits);
  const nameless = operation.id === "capture_engage" ? "$set" : undefined; // it carries properties of a person, and nothing else
  return { raw, metadata: { hasKey, defaultEventName: nameless, sentAt: parseSentAt(query.get("_")) } };
}

/** What of a query concerns the body. */
const BODY_PARAMETERS = /(?:^|&)(?:compression|_)=/;
const NO_QUERY = new URLSearchParams();

/** Of a browser's clock in milliseconds, as clients put it into the query. */
function parseSentAt(clock: string | null): string | undefined {
  return clock !== null && /^\d{1,14}$/.test(clock) ? new Date(Number(clock)).toISOString() : undefined;
}
