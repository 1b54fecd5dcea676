import { deflateSync, inflateSync } from "node:zlib";
import { Binary } from "mongodb";
import { fromColumn, toColumn } from "../values/text.ts";

/** A document may have 16 MB. */
const LONG_CHARACTERS = 4 * 1024 * 1024;
/** The rest is for what else a document has. */
const MOST_BYTES = 16 * 1024 * 1024 - 64 * 1024;

/** A text that no document can hold. */
export class TextTooLong extends Error {
  constructor(bytes: number) {
    super(`Packed it has ${(bytes / 1e6).toFixed(1)} MB, and MongoDB takes ${(MOST_BYTES / 1e6).toFixed(1)}.`);
    this.name = "TextTooLong";
  }
}

/** A text as a document keeps it: packed where it is long. */
export type StoredText = string | Binary;

/** The text as a document can keep it. Throws `TextTooLong`. */
export function toStored(text: string): StoredText {
  const safe = toColumn(text);
  if (safe.length < LONG_CHARACTERS) return safe;
  const packed = deflateSync(safe);
  if (packed.byteLength > MOST_BYTES) throw new TextTooLong(packed.byteLength);
  return new Binary(packed);
}

/** The text that was given to `toStored`. */
export function fromStored(stored: StoredText): string {
  return fromColumn(typeof stored === "string" ? stored : inflateSync(stored.value()).toString());
}
