import type { IncomingHttpHeaders } from "node:http";
import { problem } from "../../problem.ts";
import type { ContractOperation } from "../contract/routes.ts";
import type { HttpRequest } from "../http-message.ts";
import type { RequestMetadata } from "./canonical-request.ts";
import { readFormField } from "./form.ts";
import type { BodyLimits } from "./read-body.ts";
import { unpackBody } from "./unpack-body.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
/** Clients label compressed bodies in many ways: text and forms need no preflight in browsers; some send no type at all. */
const ACCEPTED_TYPES = [JSON_TYPE, FORM_TYPE, "text/plain", "application/octet-stream", ""];
/** The names of compressions that clients send; gzip and base64 are recognized by their bytes. */
const COMPRESSIONS = ["", "identity", "gzip", "x-gzip", "gzip-js", "lz64", "base64"];

/** The query parameters that concern the body: its compression, and the client's clock. */
const BODY_PARAMETERS = /(?:^|&)(?:compression|_)=/;
const NO_QUERY = new URLSearchParams();

/**
 * Reads a public request's body as JSON, which is not parsed yet and must be released from the memory in the end.
 * Throws `unsupported_media_type`, `request_too_large`, `service_unavailable`, and `parse_error` for a body that
 * cannot be unpacked.
 */
export async function decodeBody(
  request: HttpRequest,
  { defaultEvent }: ContractOperation,
  hasKey: boolean,
  limits: BodyLimits,
): Promise<{ readonly json: Uint8Array; readonly metadata: RequestMetadata }> {
  const { headers, queryString } = request;
  const query = BODY_PARAMETERS.test(queryString) ? new URLSearchParams(queryString) : NO_QUERY;
  const isPlain = mediaTypeOf(headers) === JSON_TYPE && encodingOf(headers) === "identity" && !query.get("compression");
  const json = isPlain ? await request.readBytes(limits) : await readPackedBody(request, query, limits);
  return { json, metadata: { hasKey, defaultEventName: defaultEvent, sentAt: parseClock(query.get("_")) } };
}

/** Throws `unsupported_media_type` unless the headers announce plain JSON. */
export function requirePlainJson(headers: IncomingHttpHeaders): void {
  if (mediaTypeOf(headers) !== JSON_TYPE) throw problem("unsupported_media_type");
  if (encodingOf(headers) !== "identity") throw unsupportedEncoding(encodingOf(headers));
}

/**
 * Reads a body that is compressed, in base64, in the field `data` of a form, or plain with another label. The query,
 * else the form, else the header names the compression.
 */
async function readPackedBody(request: HttpRequest, query: URLSearchParams, limits: BodyLimits): Promise<Uint8Array> {
  const type = mediaTypeOf(request.headers);
  if (!ACCEPTED_TYPES.includes(type)) throw problem("unsupported_media_type");
  const named = query.get("compression") || encodingOf(request.headers);
  requireKnownCompression(named);
  const body = await request.readBytes(limits);
  const form = type === FORM_TYPE ? readForm(body, limits) : null;
  if (form === null) return unpackBody(body, named === "lz64", limits);
  return unpackBody(form.data, (query.get("compression") || form.compression || named) === "lz64", limits);
}

/** Returns the fields of a client's form, in the body's place in the memory; null for any other form. */
function readForm(body: Uint8Array, { memory }: BodyLimits): { data: Uint8Array; compression: string } | null {
  try {
    const data = readFormField(body, "data");
    if (data === undefined) return null;
    const compression = Buffer.from(readFormField(body, "compression") ?? "").toString();
    requireKnownCompression(compression);
    memory.grow(body.byteLength, data.byteLength); // always fits: the field is smaller than the form
    return { data, compression };
  } catch (error) {
    memory.release(body.byteLength);
    throw error;
  }
}

function requireKnownCompression(name: string): void {
  if (!COMPRESSIONS.includes(name)) throw unsupportedEncoding(name);
}

function unsupportedEncoding(name: string) {
  return problem("unsupported_media_type", { detail: `The content encoding ${name.slice(0, 50)} is not supported.` });
}

function mediaTypeOf(headers: IncomingHttpHeaders): string {
  const type = headers["content-type"];
  if (type === undefined || type === JSON_TYPE) return type ?? "";
  return type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function encodingOf(headers: IncomingHttpHeaders): string {
  return headers["content-encoding"]?.trim().toLowerCase() || "identity";
}

/** Converts the milliseconds of a browser's clock to ISO 8601. */
function parseClock(clock: string | null): string | undefined {
  return clock !== null && /^\d{1,14}$/.test(clock) ? new Date(Number(clock)).toISOString() : undefined;
}
