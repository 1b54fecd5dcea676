import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { problem } from "../../problem.ts";

const JSON_TYPE = "application/json";
export const FORM_TYPE = "application/x-www-form-urlencoded";
/** What clients label a body with that is not plain JSON. Browsers need not ask first for text and forms; some say nothing at all. */
const PACKED_TYPES = [JSON_TYPE, FORM_TYPE, "text/plain", "application/octet-stream", ""];

/** Throws `unsupported_media_type` for a body that does not say it is plain JSON. */
export function requireJson({ headers }: IncomingMessage): void {
  if (mediaTypeOf(headers) !== JSON_TYPE) throw problem("unsupported_media_type");
  if (encodingOf(headers) !== "identity") throw unsupportedEncoding(encodingOf(headers));
}

/** True for a body that says it is plain JSON. */
export function isPlainJson(headers: IncomingHttpHeaders): boolean {
  return mediaTypeOf(headers) === JSON_TYPE && encodingOf(headers) === "identity";
}

/** The media type of a body that may be packed; empty where it has none. Throws `unsupported_media_type` for another. */
export function packedType(headers: IncomingHttpHeaders): string {
  const type = mediaTypeOf(headers);
  if (!PACKED_TYPES.includes(type)) throw problem("unsupported_media_type");
  return type;
}

export function encodingOf(headers: IncomingHttpHeaders): string {
  return headers["content-encoding"]?.trim().toLowerCase() || "identity";
}

/** The refusal of a body that is packed in a way that is not known here. */
export function unsupportedEncoding(name: string) {
  return problem("unsupported_media_type", { detail: `The content encoding ${name.slice(0, 50)} is not supported.` });
}

function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
