import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { Problem, problem } from "../../lib/problem.ts";
import { type BodyEncoding, CONTENT_ENCODINGS, requireKnownCompression, type Unpack } from "./body-encoding.ts";
import { joinEventParts } from "./event-parts.ts";
import { unpackLz64 } from "./lz64.ts";

const [TAB, LINE_FEED, RETURN, SPACE, PERCENT, AMPERSAND, PLUS] = [9, 10, 13, 32, 0x25, 0x26, 0x2b];
const [COMMA, BRACKET, CLOSING_BRACKET, BRACE] = [0x2c, 0x5b, 0x5d, 0x7b];

/** Encodings nest: a form carries base64 around gzip. */
const MAX_LAYERS = 3;
/** Size to which a body may always unpack. */
const MIN_SUSPICIOUS_BYTES = 1024 * 1024;
/** Gzip of honest events that are all alike reaches 350, with a long run in each 650; that of one character, 1,030. */
const MAX_RATIO = 700;
const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 64 * 1024;

/** First of a surrogate's three bytes, and of others' too. */
const SURROGATE = 0xed;
/** U+FFFD. */
const REPLACEMENT = [0xef, 0xbf, 0xbd];

/**
 * Returns the JSON in a body that is compressed, in base64, or in the field `data` of a form; of JSON lines, that of a
 * list; of parts, as `joinEventParts`. Gzip and base64 are recognized at any layer; br, deflate and zstd are outermost.
 * Throws `parse_error`, `unsupported_media_type` for an unknown compression in a form, and `request_too_large` if a
 * layer holds `limit` bytes or more, or suspiciously many.
 */
export function unpackBody(body: Uint8Array, encoding: BodyEncoding, limit: number): Uint8Array {
  const unpacked = unpackWithin(body, encoding, limit);
  return encoding.isLines ? joinLines(unpacked) : unpacked;
}

function unpackWithin(body: Uint8Array, encoding: BodyEncoding, limit: number): Uint8Array {
  const trusted = Math.max(MIN_SUSPICIOUS_BYTES, MAX_RATIO * body.byteLength);
  try {
    return unpack(body, encoding, Math.min(limit, trusted));
  } catch (error) {
    const isSuspicious = trusted < limit && error instanceof Problem && error.code === "request_too_large";
    if (!isSuspicious) throw error;
    throw problem("request_too_large", { detail: `The body unpacks to more than ${MAX_RATIO} times its size.` });
  }
}

function unpack(
  arrived: Uint8Array,
  { isForm, boundary, compression, hasPrecedence }: BodyEncoding,
  limit: number,
): Uint8Array {
  const decompress = CONTENT_ENCODINGS.get(compression);
  const body = decompress ? unpackWith(decompress, arrived, limit) : arrived;
  if (boundary !== undefined) {
    return joinEventParts(isGzip(body) ? unpackWith(gunzipSync, body, limit) : body, boundary, limit);
  }
  const data = isForm ? readFormField(body, "data") : undefined;
  let inner = data ?? body;
  let named = compression;
  if (data && !hasPrecedence) {
    const inForm = Buffer.from(readFormField(body, "compression") ?? "").toString();
    requireKnownCompression(inForm);
    named = inForm || compression;
  }
  if (named === "lz64" && !isGzip(inner)) inner = unpackLz64(inner, limit);
  for (let layer = 0; !looksLikeJson(inner); layer += 1) {
    if (layer === MAX_LAYERS) throw problem("parse_error");
    inner = isGzip(inner) ? unpackWith(gunzipSync, inner, limit) : decodeBase64(inner);
  }
  return inner;
}

/** Decodes spaces as pluses, which they were before a form was decoded. */
function decodeBase64(packed: Uint8Array): Uint8Array {
  const text = Buffer.from(packed);
  for (let index = 0; index < text.length; index++) if (text[index] === SPACE) text[index] = PLUS;
  const bytes = Buffer.from(text.toString("latin1"), "base64");
  return isGzip(bytes) ? bytes : joinSurrogates(bytes);
}

function unpackWith(decompress: Unpack, packed: Uint8Array, limit: number): Uint8Array {
  try {
    const chunkSize = Math.min(MAX_CHUNK_BYTES, MIN_CHUNK_BYTES + 8 * packed.byteLength);
    return decompress(packed, { maxOutputLength: limit - 1, chunkSize });
  } catch (error) {
    throw problem(
      (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "request_too_large" : "parse_error",
    );
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function looksLikeJson(bytes: Uint8Array): boolean {
  let index = 0;
  while (isSpace(bytes[index])) index += 1;
  return bytes[index] === BRACKET || bytes[index] === BRACE;
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
}

/** Joins surrogates that some libraries encode separately (CESU-8), in place. A lone one becomes U+FFFD. */
export function joinSurrogates(bytes: Buffer): Buffer {
  let from = bytes.indexOf(SURROGATE);
  if (from === -1) return bytes;
  let to = from;
  while (from < bytes.length) {
    if (!isSurrogate(bytes, from, 0xa0, 0xbf)) {
      bytes[to++] = bytes[from++] as number;
    } else if (isSurrogate(bytes, from, 0xa0, 0xaf) && isSurrogate(bytes, from + 3, 0xb0, 0xbf)) {
      to = writePair(bytes, to, payload(bytes, from), payload(bytes, from + 3));
      from += 6;
    } else {
      bytes.set(REPLACEMENT, to);
      to += 3;
      from += 3;
    }
  }
  return bytes.subarray(0, to);
}

function isSurrogate(bytes: Buffer, index: number, least: number, most: number): boolean {
  if (bytes[index] !== SURROGATE) return false;
  const [second = 0, third = 0] = [bytes[index + 1], bytes[index + 2]];
  return second >= least && second <= most && third >= 0x80 && third <= 0xbf;
}

function payload(bytes: Buffer, index: number): number {
  return (((bytes[index + 1] as number) & 0x0f) << 6) | ((bytes[index + 2] as number) & 0x3f);
}

/** Returns the index after the pair's four bytes. */
function writePair(bytes: Buffer, index: number, high: number, low: number): number {
  const character = 0x10000 + (high << 10) + low;
  bytes[index] = 0xf0 | (character >> 18);
  bytes[index + 1] = 0x80 | ((character >> 12) & 0x3f);
  bytes[index + 2] = 0x80 | ((character >> 6) & 0x3f);
  bytes[index + 3] = 0x80 | (character & 0x3f);
  return index + 4;
}

/** Returns JSON lines as a list. Empty lines are left out. */
export function joinLines(lines: Uint8Array): Uint8Array {
  const list = Buffer.allocUnsafeSlow(lines.byteLength + 2);
  list[0] = BRACKET;
  let length = 1;
  let isNewLine = true;
  for (let index = 0; index < lines.length; index++) {
    const byte = lines[index] as number;
    if (byte === LINE_FEED) isNewLine = true;
    else if (byte !== SPACE && byte !== TAB && byte !== RETURN) {
      if (isNewLine && length > 1) list[length++] = COMMA;
      isNewLine = false;
      list[length++] = byte;
    } else if (!isNewLine) list[length++] = byte;
  }
  list[length++] = CLOSING_BRACKET;
  return list.subarray(0, length);
}

/** Decodes a field of a form; undefined if absent. Throws `parse_error` if it is malformed. */
export function readFormField(form: Uint8Array, name: string): Uint8Array | undefined {
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  const isFirst = bytes.subarray(0, name.length + 1).toString("latin1") === `${name}=`;
  const before = isFirst ? -1 : bytes.indexOf(`&${name}=`);
  if (!isFirst && before === -1) return undefined;
  const start = before + name.length + 2;
  const end = bytes.indexOf(AMPERSAND, start);
  return decode(bytes.subarray(start, end === -1 ? undefined : end), name);
}

function decode(encoded: Buffer, name: string): Uint8Array {
  const decoded = Buffer.allocUnsafeSlow(encoded.byteLength);
  let to = 0;
  for (let from = 0; from < encoded.length; from++) {
    const byte = encoded[from] as number;
    if (byte !== PERCENT) decoded[to++] = byte === PLUS ? SPACE : byte;
    else {
      decoded[to++] = 16 * hexDigit(encoded[from + 1], name) + hexDigit(encoded[from + 2], name);
      from += 2;
    }
  }
  const value = decoded.subarray(0, to);
  if (!isUtf8(value)) throw malformed(name);
  return value;
}

function hexDigit(byte = 0, name: string): number {
  const value = HEX_DIGITS[byte] as number;
  if (value < 0) throw malformed(name);
  return value;
}

const HEX_DIGITS = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  for (const form of [digit, digit.toUpperCase()]) HEX_DIGITS[form.charCodeAt(0)] = value;
}

function malformed(name: string) {
  return problem("parse_error", { detail: `The form's field ${name} cannot be read.` });
}
