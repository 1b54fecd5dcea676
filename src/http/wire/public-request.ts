import type { Context } from "koa";
import type { ContractOperation } from "../contract/contract.ts";
import type { OpenOperationId } from "../contract/operation.ts";
import { type Beside, type CanonicalRequest, canonicalEvents, canonicalQuestion } from "./canonical.ts";
import { jsonBody } from "./json-body.ts";
import { isPlainJson } from "./media-type.ts";
import { readPackedBody } from "./packed-body.ts";
import { readBody } from "./read-body.ts";
import type { BodyLimits } from "./unpack.ts";

/**
 * Reads a public request's body: here, and nowhere else, the forms in which clients send it become the one that the contract describes. `operation`
 * is the one that its path names. Of the memory for bodies, `held` bytes are to be released when the request is done. Throws `unsupported_media_type`,
 * `request_too_large`, `service_unavailable`, and `parse_error` or `invalid_input` for what is no usable JSON.
 */
export async function readPublicRequest(
  ctx: Context,
  operation: ContractOperation,
  hasKey: boolean,
  limits: BodyLimits,
): Promise<CanonicalRequest & { readonly held: number }> {
  const query = TELLING.test(ctx.querystring) ? new URLSearchParams(ctx.querystring) : NO_QUERY;
  const isPlain = isPlainJson(ctx.headers) && !query.get("compression");
  const raw = isPlain
    ? await readBody(ctx.req, limits.limit, limits.memory)
    : await readPackedBody(ctx.req, query, limits);
  const held = raw.byteLength;
  try {
    const asked = { id: operation.aliasOf ?? (operation.id as OpenOperationId), body: jsonBody(raw), raw };
    const nameless = operation.id === "capture_engage" ? "$set" : undefined; // it carries properties of a person, and nothing else
    const beside: Beside = { hasKey, nameless, sentAt: sendingTime(query.get("_")) };
    const canonical = EVENTS.includes(asked.id) ? canonicalEvents(asked, beside) : canonicalQuestion(asked, beside);
    return { ...canonical, held };
  } catch (error) {
    limits.memory.release(held);
    throw error;
  }
}

/** What of a query concerns the body. */
const TELLING = /(?:^|&)(?:compression|_)=/;
const NO_QUERY = new URLSearchParams();
const EVENTS: readonly OpenOperationId[] = ["capture", "batch"];

/** Of a browser's clock in milliseconds, as clients put it into the query. */
function sendingTime(clock: string | null): string | undefined {
  return clock !== null && /^\d{1,14}$/.test(clock) ? new Date(Number(clock)).toISOString() : undefined;
}
