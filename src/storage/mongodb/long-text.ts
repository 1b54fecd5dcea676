import { deflateSync, inflateSync } from "node:zlib";
import { Binary } from "mongodb";
import { fromColumn, toColumn } from "../values/text.ts";

/** A document may have 16 MB. */
const LONG_CHARACTERS = 4 * 1024 * 1024;

/** A text as a document keeps it: packed where it is long. */
export type StoredText = string | Binary;

/** The text as a document can keep it. */
export function toStored(text: string): StoredText {
  const safe = toColumn(text);
  return safe.length < LONG_CHARACTERS ? safe : new Binary(deflateSync(safe));
}

/** The text that was given to `toStored`. */
export function fromStored(stored: StoredText): string {
  return fromColumn(typeof stored === "string" ? stored : inflateSync(stored.value()).toString());
}
