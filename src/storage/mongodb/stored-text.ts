import { deflateSync, inflateSync } from "node:zlib";
import { Binary } from "mongodb";
import { escapeText, unescapeText } from "../values/escape-text.ts";

/** A document may have 16 MB. */
const COMPRESS_FROM_CHARACTERS = 4 * 1024 * 1024;
/** The rest is for what else a document has. */
const MAX_BYTES = 16 * 1024 * 1024 - 64 * 1024;

/** A text that no document can hold. */
export class TextTooLong extends Error {
  constructor(bytes: number) {
    super(`Packed it has ${(bytes / 1e6).toFixed(1)} MB, and MongoDB takes ${(MAX_BYTES / 1e6).toFixed(1)}.`);
    this.name = "TextTooLong";
  }
}

/** A text as a document keeps it: packed where it is long. */
export type StoredText = string | Binary;

/** The text as a document can keep it. Throws `TextTooLong`. */
export function toStoredText(text: string): StoredText {
  const safe = escapeText(text);
  if (safe.length < COMPRESS_FROM_CHARACTERS) return safe;
  const packed = deflateSync(safe);
  if (packed.byteLength > MAX_BYTES) throw new TextTooLong(packed.byteLength);
  return new Binary(packed);
}

/** The text that was given to `toStored`. */
export function fromStoredText(stored: StoredText): string {
  return unescapeText(typeof stored === "string" ? stored : inflateSync(stored.value()).toString());
}
