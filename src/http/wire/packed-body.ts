import type { IncomingMessage } from "node:http";
import { formField } from "./form.ts";
import { encodingOf, FORM_TYPE, packedType, unsupportedEncoding } from "./media-type.ts";
import { readBody } from "./read-body.ts";
import { unpack } from "./unpack.ts";

/** What clients call the ways in which they pack; gzip and base64 are known by their bytes. */
const COMPRESSIONS = ["", "identity", "gzip", "x-gzip", "gzip-js", "lz64", "base64"];

/**
 * The JSON of a body that is no plain JSON: compressed, in base64, in the field `data` of a form, or plain with another label. The query, else the
 * form, else the header says how it is compressed. Throws `unsupported_media_type`, `parse_error` and, both for what comes and for what
 * is in it, `request_too_large`.
 */
export async function readPackedBody(
  request: IncomingMessage,
  query: URLSearchParams,
  limit: number,
): Promise<Uint8Array> {
  const type = packedType(request.headers);
  const named = query.get("compression") || encodingOf(request.headers);
  requireKnown(named);
  const body = await readBody(request, limit);
  const data = type === FORM_TYPE ? formField(body, "data") : undefined;
  if (data === undefined) return unpack(body, named === "lz64", limit);
  const inForm = formField(body, "compression")?.toString() ?? "";
  requireKnown(inForm);
  return unpack(data, (query.get("compression") || inForm || named) === "lz64", limit);
}

function requireKnown(compression: string): void {
  if (!COMPRESSIONS.includes(compression)) throw unsupportedEncoding(compression);
}
