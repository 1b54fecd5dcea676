import { problem } from "../../lib/problem.ts";
import type { HttpRequest } from "../http-message.ts";
import { CONTENT_ENCODINGS } from "./content-encodings.ts";
import { readBoundary } from "./multipart.ts";
import { encodingOf, isPlainJson, mediaTypeOf, unsupportedEncoding } from "./read-body.ts";

export interface BodyEncoding {
  readonly isForm: boolean;
  /** Whether it has a value in each line; they are read as a list. */
  readonly isLines?: boolean;
  readonly boundary?: string;
  /** Name of the compression, from the query or the header. */
  readonly compression: string;
  /** Whether that name, from the query, counts more than one in the form. */
  readonly hasPrecedence: boolean;
}

const PARTS_TYPE = "multipart/form-data";
const FORM_TYPE = "application/x-www-form-urlencoded";
/** Log shippers send an event in each line. */
const LINES_TYPES = ["application/x-ndjson", "application/ndjson", "application/jsonl"];
/** Clients label packed bodies in many ways: text and forms need no preflight in browsers; some send no type at all. */
const ACCEPTED_TYPES = ["application/json", FORM_TYPE, "text/plain", "application/octet-stream", ""];
const EVENT_TYPES = [...LINES_TYPES, PARTS_TYPE];
/** Names that clients send. Gzip and base64 are recognized by their bytes. */
const COMPRESSIONS = ["", "identity", "gzip", "x-gzip", "gzip-js", "lz64", "base64", ...CONTENT_ENCODINGS.keys()];

/** Returns null for plain JSON. Throws `unsupported_media_type`, and `parse_error` for parts without a boundary. */
export function readEncoding(
  { headers, queryString }: Pick<HttpRequest, "headers" | "queryString">,
  areEvents = true,
): BodyEncoding | null {
  if (isPlainJson(headers, queryString)) return null;
  const type = mediaTypeOf(headers);
  if (!ACCEPTED_TYPES.includes(type) && !(areEvents && EVENT_TYPES.includes(type)))
    throw problem("unsupported_media_type");
  const queried = queriedCompression(queryString);
  const compression = queried || encodingOf(headers);
  requireKnownCompression(compression);
  const boundary = type === PARTS_TYPE ? { boundary: readBoundary(headers["content-type"] ?? "") } : {};
  const [isForm, isLines] = [type === FORM_TYPE, LINES_TYPES.includes(type)];
  return { isForm, isLines, ...boundary, compression, hasPrecedence: queried !== "" };
}

/** Reads the query as a form. Throws `unsupported_media_type`. */
export function readQueryEncoding(queryString: string): BodyEncoding {
  const compression = queriedCompression(queryString);
  requireKnownCompression(compression);
  return { isForm: true, compression: "", hasPrecedence: false };
}

function queriedCompression(queryString: string): string {
  return new URLSearchParams(queryString).get("compression") ?? "";
}

/** Throws `unsupported_media_type` for a compression that no client library uses. */
export function requireKnownCompression(name: string): void {
  if (!COMPRESSIONS.includes(name)) throw unsupportedEncoding(name);
}
