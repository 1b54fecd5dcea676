import { deflateSync, inflateSync } from "node:zlib";
import { Binary } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";

/** Takes up to 12 MB in UTF-8; a document may have 16 MB. */
const COMPRESS_FROM_CHARACTERS = 4 * 1024 * 1024;
/** Leaves 64 KB for the other fields of a document. */
const MAX_BYTES = 16 * 1024 * 1024 - 64 * 1024;

export class TextTooLong extends Error {
  constructor(bytes: number) {
    super(`The text has ${(bytes / 1e6).toFixed(1)} MB compressed; the limit is ${(MAX_BYTES / 1e6).toFixed(1)} MB.`);
    this.name = "TextTooLong";
  }
}

/** Escaped, and compressed if long. */
export type StoredText = string | Binary;

export function toStoredText(text: string): StoredText {
  const safe = escapeText(text);
  if (safe.length < COMPRESS_FROM_CHARACTERS) return safe;
  const compressed = deflateSync(safe);
  if (compressed.byteLength > MAX_BYTES) throw new TextTooLong(compressed.byteLength);
  return new Binary(compressed);
}

export function fromStoredText(stored: StoredText): string {
  return unescapeText(typeof stored === "string" ? stored : inflateSync(stored.value()).toString());
}
