import { problem } from "../../problem.ts";
import type { HttpRequest } from "../http-message.ts";
import { readFormField } from "./form.ts";
import { type BodyLimits, encodingOf, mediaTypeOf, unsupportedEncoding } from "./read-body.ts";
import { unpackBody } from "./unpack-body.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";
/** Clients label packed bodies in many ways: text and forms need no preflight in browsers; some send no type at all. */
const ACCEPTED_TYPES = ["application/json", FORM_TYPE, "text/plain", "application/octet-stream", ""];
/** The names of compressions that clients send; gzip and base64 are recognized by their bytes. */
const COMPRESSIONS = ["", "identity", "gzip", "x-gzip", "gzip-js", "lz64", "base64"];

/**
 * Reads the JSON of a body that is compressed, in base64, in the field `data` of a form, or plain with another label;
 * the caller releases it from the memory. The query, else the form, else the header names the compression. Throws
 * `unsupported_media_type`, `request_too_large`, `service_unavailable`, and `parse_error` if it cannot be unpacked.
 */
export async function readPackedBody(request: HttpRequest, limits: BodyLimits): Promise<Uint8Array> {
  const type = mediaTypeOf(request.headers);
  if (!ACCEPTED_TYPES.includes(type)) throw problem("unsupported_media_type");
  const queried = new URLSearchParams(request.queryString).get("compression");
  const named = queried || encodingOf(request.headers);
  requireKnownCompression(named);
  const body = await request.readBytes(limits);
  const form = type === FORM_TYPE ? readForm(body, limits) : null;
  if (form === null) return unpackBody(body, named === "lz64", limits);
  return unpackBody(form.data, (queried || form.compression || named) === "lz64", limits);
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
