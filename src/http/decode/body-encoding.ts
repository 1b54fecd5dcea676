import { problem } from "../../problem.ts";
import type { HttpRequest } from "../http-message.ts";
import { CONTENT_ENCODINGS } from "./content-encodings.ts";
import { encodingOf, isPlainJson, mediaTypeOf, unsupportedEncoding } from "./read-body.ts";

/** How a body is packed, as far as its headers and its query say; plain is JSON that needs no unpacking. */
export type BodyEncoding = { readonly isPlain: true } | PackedEncoding;

export interface PackedEncoding {
  readonly isPlain: false;
  readonly isForm: boolean;
  /** The name that the query or the header has for its compression. */
  readonly compression: string;
  /** Whether that name, which is in the query, counts more than one in the form. */
  readonly hasPrecedence: boolean;
}

const FORM_TYPE = "application/x-www-form-urlencoded";
/** Clients label packed bodies in many ways: text and forms need no preflight in browsers; some send no type at all. */
const ACCEPTED_TYPES = ["application/json", FORM_TYPE, "text/plain", "application/octet-stream", ""];
/** The names of compressions that clients send; gzip and base64 are recognized by their bytes. */
const COMPRESSIONS = ["", "identity", "gzip", "x-gzip", "gzip-js", "lz64", "base64", ...CONTENT_ENCODINGS.keys()];

/** Returns how the request's body is packed. Throws `unsupported_media_type`. */
export function readEncoding({ headers, queryString }: Pick<HttpRequest, "headers" | "queryString">): BodyEncoding {
  if (isPlainJson(headers, queryString)) return { isPlain: true };
  const type = mediaTypeOf(headers);
  if (!ACCEPTED_TYPES.includes(type)) throw problem("unsupported_media_type");
  const queried = new URLSearchParams(queryString).get("compression") ?? "";
  const compression = queried || encodingOf(headers);
  requireKnownCompression(compression);
  return { isPlain: false, isForm: type === FORM_TYPE, compression, hasPrecedence: queried !== "" };
}

/** Throws `unsupported_media_type` for a compression that no client library uses. */
export function requireKnownCompression(name: string): void {
  if (!COMPRESSIONS.includes(name)) throw unsupportedEncoding(name);
}
