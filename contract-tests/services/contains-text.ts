import { constants, gunzipSync, inflateSync } from "node:zlib";

/** Files in archives in databases: deeper than any service packs. */
const MAX_DEPTH = 3;
const UNPACKERS = [
  { magics: ["1f8b08"], unpack: gunzipSync },
  { magics: ["7801", "785e", "789c", "78da"], unpack: inflateSync },
].flatMap(({ magics, unpack }) => magics.map((hex) => ({ magic: Buffer.from(hex, "hex"), unpack })));
/** `finishFlush` accepts what is cut off. */
const PARTLY = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2 ** 30 };

/** How clients put gzip into JSON: as base64, or each byte as a character, some of them escaped. */
const GZIP_IN_JSON = [
  { pattern: /H4sI[\w+/-]+/g, decode: (base64: string) => Buffer.from(base64, "base64") },
  {
    pattern: /\\u001f(?:\\u008b|\xc2\x8b)(?:[^"\\]|\\.)*/gi,
    decode: (json: string) => Buffer.from(JSON.parse(`"${Buffer.from(json, "latin1")}"`) as string, "latin1"),
  },
];

/**
 * Returns whether the bytes contain the text, which has letters and digits of ASCII only, in any form in which it may
 * be stored: UTF-8, UTF-16, escaped JSON, base64 or hexadecimal digits, also in compressed data that begins anywhere in
 * the bytes, as clients put it into JSON too, and may be cut off or overwritten after a while.
 */
export function containsText(content: Buffer, text: string, depth = 0): boolean {
  if (formsOf(text).some((form) => content.includes(form))) return true;
  return depth < MAX_DEPTH && [...unpackAll(content)].some((unpacked) => containsText(unpacked, text, depth + 1));
}

let lastForms: { readonly text: string; readonly forms: readonly Buffer[] } | undefined;

function formsOf(text: string): readonly Buffer[] {
  if (lastForms?.text !== text) lastForms = { text, forms: makeForms(text) };
  return lastForms.forms;
}

function makeForms(text: string): Buffer[] {
  const hex = Buffer.from(text).toString("hex");
  const escaped = hex.replace(/../g, "\\u00$&");
  const texts = [text, hex, hex.toUpperCase(), escaped, escaped.replace(/[a-f]/g, (digit) => digit.toUpperCase())];
  const wide = Buffer.from(text, "utf16le"); // in the other byte order the same bytes follow a zero
  return [...texts.map((form) => Buffer.from(form)), wide.subarray(0, -1), ...base64Forms(text)];
}

/** Returns the digits that stand for the text alone, for each of its three positions in groups of three bytes. */
function base64Forms(text: string): Buffer[] {
  return [0, 1, 2].map((offset) => {
    const digits = Buffer.from(" ".repeat(offset) + text).toString("base64");
    return Buffer.from(digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + text.length) * 8) / 6)));
  });
}

function* unpackAll(content: Buffer): Generator<Buffer> {
  for (const { magic, unpack } of UNPACKERS) {
    for (let start = content.indexOf(magic); start !== -1; start = content.indexOf(magic, start + 1)) {
      const unpacked = unpackPrefix(content.subarray(start), (packed) => unpack(packed, PARTLY));
      if (unpacked.length > 0) yield unpacked;
    }
  }
  const characters = content.toString("latin1");
  for (const { pattern, decode } of GZIP_IN_JSON)
    for (const [encoded] of characters.matchAll(pattern)) yield* tryDecode(encoded, decode);
}

function tryDecode(encoded: string, decode: (encoded: string) => Buffer): Buffer[] {
  try {
    return [decode(encoded)];
  } catch {
    return []; // it only looks like it
  }
}

/** Unpacks as much of the beginning as is intact: bisects for the longest part that can be unpacked. */
function unpackPrefix(packed: Buffer, unpack: (packed: Buffer) => Buffer): Buffer {
  let result = tryUnpack(packed, unpack);
  if (result) return result;
  for (let [intact, broken] = [0, packed.length]; broken - intact > 1; ) {
    const middle = Math.floor((intact + broken) / 2);
    const unpacked = tryUnpack(packed.subarray(0, middle), unpack);
    if (unpacked) [intact, result] = [middle, unpacked];
    else broken = middle;
  }
  return result ?? Buffer.alloc(0);
}

function tryUnpack(packed: Buffer, unpack: (packed: Buffer) => Buffer): Buffer | null {
  try {
    return unpack(packed);
  } catch {
    return null;
  }
}
