import type { IncomingMessage } from "node:http";
import { readFormField } from "./form.ts";
import { encodingOf, FORM_TYPE, packedType, unsupportedEncoding } from "./media-type.ts";
import { readBody } from "./read-body.ts";
import { type BodyLimits, unpackBody } from "./unpack-body.ts";

/** What clients call the ways in which they pack; gzip and base64 are known by their bytes. */
const COMPRESSIONS = ["", "identity", "gzip", "x-gzip", "gzip-js", "lz64", "base64"];

/**
 * The JSON of a body that is no plain JSON: compressed, in base64, in the field `data` of a form, or plain with another label. The query, else the
 * form, else the header says how it is compressed. It is to be released from the memory when it is needed no more. Throws `unsupported_media_type`,
 * `parse_error`, `service_unavailable` and, both for what comes and for what is in it, `request_too_large`.
 */
export async function readPackedBody(
  request: IncomingMessage,
  query: URLSearchParams,
  limits: BodyLimits,
): Promise<Uint8Array> {
  const type = packedType(request.headers);
  const named = query.get("compression") || encodingOf(request.headers);
  requireKnownCompression(named);
  const body = await readBody(request, limits.limit, limits.memory);
  const form = type === FORM_TYPE ? readForm(body, limits) : null;
  if (form === null) return unpackBody(body, named === "lz64", limits);
  return unpackBody(form.data, (query.get("compression") || form.compression || named) === "lz64", limits);
}

/** A form's fields, in the body's place in the memory; null for what is none of ours. */
function readForm(body: Uint8Array, { memory }: BodyLimits): { data: Uint8Array; compression: string } | null {
  try {
    const data = readFormField(body, "data");
    if (data === undefined) return null;
    const compression = Buffer.from(readFormField(body, "compression") ?? "").toString();
    requireKnownCompression(compression);
    memory.grow(body.byteLength, data.byteLength); // it is smaller
    return { data, compression };
  } catch (error) {
    memory.release(body.byteLength);
    throw error;
  }
}

function requireKnownCompression(compression: string): void {
  if (!COMPRESSIONS.includes(compression)) throw unsupportedEncoding(compression);
}
