import zlib from "node:zlib";
import { problem } from "../../lib/problem.ts";
import type { HttpRequest } from "../http-message.ts";
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

/** Throws `ERR_BUFFER_TOO_LARGE` as soon as there are more than `maxOutputLength` bytes. */
export type Unpack = (packed: Uint8Array, options: UnpackOptions) => Uint8Array;
type UnpackOptions = { readonly maxOutputLength: number; readonly chunkSize: number };

/** zstd's frames name the memory that unpacking takes: up to 32 MB, as much as the largest body needs. */
const MAX_WINDOW_BITS = 25;
/** `ZSTD_d_windowLogMax` of zstd.h. */
const WINDOW_PARAMETER = 100;

/** Encodings that cannot be recognized by their bytes. Node has zstd since 22.15. */
export const CONTENT_ENCODINGS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ["br", zlib.brotliDecompressSync],
  ["deflate", (packed, options) => (hasZlibHeader(packed) ? zlib.inflateSync : zlib.inflateRawSync)(packed, options)],
  ...zstd(),
]);
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

function zstd(): [string, Unpack][] {
  const decompress: ZstdDecompress | undefined = Reflect.get(zlib, "zstdDecompressSync");
  const params = { [WINDOW_PARAMETER]: MAX_WINDOW_BITS };
  return decompress ? [["zstd", (packed, options) => decompress(packed, { ...options, params })]] : [];
}

type ZstdDecompress = (packed: Uint8Array, options: UnpackOptions & { readonly params: object }) => Uint8Array;

/** `deflate` means the format of zlib (RFC 1950); some clients leave its header out. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
