import { randomUUID } from "node:crypto";
import { isEscaped, parseJsonText } from "./parse-json-text.ts";

export const MAX_DEPTH = 500;

/** A JSON object: a free-form map of names to JSON values. Any key may occur, `__proto__` and "" too. */
export type PropertyMap = { readonly [key: string]: unknown };

/** Changes of a property map, applied in the order setOnce, set, unset. */
export interface PropertyChange {
  readonly set?: PropertyMap | undefined;
  readonly setOnce?: PropertyMap | undefined;
  readonly unset?: readonly string[] | undefined;
}

/** Returns the value of an own key, else undefined: never something that the prototype holds. */
export function propertyOf(map: PropertyMap, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Returns a map with these entries; a plain assignment would lose the key `__proto__`. */
export function propertyMap(entries: Iterable<readonly [string, unknown]>): PropertyMap {
  return Object.fromEntries(entries);
}

export function isPropertyMap(value: unknown): value is PropertyMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LargeNumber);
}

/** Returns a copy of the map with the changes applied one after the other. */
export function applyChanges(map: PropertyMap, changes: Iterable<PropertyChange>): PropertyMap {
  const result = new Map(Object.entries(map));
  for (const change of changes) {
    for (const [key, value] of Object.entries(change.setOnce ?? {})) if (!result.has(key)) result.set(key, value);
    for (const [key, value] of Object.entries(change.set ?? {})) result.set(key, value);
    for (const key of change.unset ?? []) result.delete(key);
  }
  return propertyMap(result);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes UTF-8. Throws `TypeError` if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/**
 * Parses UTF-8 JSON. Throws `SyntaxError` or `TypeError` if it is neither, and `RangeError` beyond `MAX_DEPTH`:
 * `JSON.parse` reads deeper values, but `JSON.stringify` cannot write them.
 */
export function parseJson(bytes: Uint8Array, parse: (text: string) => unknown = parseJsonText): unknown {
  if (countOpeningBrackets(bytes) > MAX_DEPTH && depthExceeds(bytes, MAX_DEPTH)) throw new RangeError("JSON too deep");
  return parse(decodeUtf8(bytes));
}

const [OPENING, CLOSING, QUOTE, BACKSLASH] = [1, 2, 3, 4];
/** The kind of each byte; 0 for those that do not matter to depth. */
const KINDS = new Uint8Array(256);
for (const bracket of Buffer.from("[{")) KINDS[bracket] = OPENING;
for (const bracket of Buffer.from("]}")) KINDS[bracket] = CLOSING;
KINDS[Buffer.from('"').readUInt8()] = QUOTE;
KINDS[Buffer.from("\\").readUInt8()] = BACKSLASH;

/** Counts opening brackets, in strings too, up to `MAX_DEPTH + 1`. Much faster than `depthExceeds`. */
function countOpeningBrackets(bytes: Uint8Array): number {
  let count = 0;
  for (const bracket of Buffer.from("[{")) {
    for (let index = bytes.indexOf(bracket); index !== -1 && count <= MAX_DEPTH; count++) {
      index = bytes.indexOf(bracket, index + 1);
    }
  }
  return count;
}

function depthExceeds(bytes: Uint8Array, maxDepth: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const kind = KINDS[bytes[index] as number];
    if (kind === 0) continue;
    if (kind === QUOTE) inString = !inString;
    else if (kind === BACKSLASH) index += 1;
    else if (!inString && kind === CLOSING) depth -= 1;
    else if (!inString) {
      depth += 1;
      if (depth > maxDepth) return true;
    }
  }
  return false;
}

/** Begins a large number while it is written as a string. It is random, so no client can send such a string. */
const MARK = `\uE000${randomUUID()}`;
let isWriting = false;

/** A number that JavaScript cannot represent exactly, such as 12345678901234567890 or 1e999. */
export class LargeNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the nearest number that JavaScript has, which may be infinite. */
  toNumber(): number {
    return Number(this.text);
  }

  /** `stringifyExactly` writes all digits, `JSON.stringify` the nearest number. */
  toJSON(): string | number {
    return isWriting ? MARK + this.text : this.toNumber();
  }
}

export function stringifyExactly(value: unknown): string {
  isWriting = true;
  try {
    const text = JSON.stringify(value);
    return text.includes(MARK) ? unmarkNumbers(text) : text;
  } finally {
    isWriting = false;
  }
}

function unmarkNumbers(text: string): string {
  const [first = "", ...marked] = text.split(`"${MARK}`);
  const unmark = (part: string) => {
    const end = part.indexOf('"');
    return part.slice(0, end) + part.slice(end + 1);
  };
  return first + marked.map(unmark).join("");
}

/** Parses JSON as `JSON.parse` does, except that numbers which would change become a `LargeNumber`. */
export function parseExactly(text: string): unknown {
  const marked = markLargeNumbers(text);
  if (marked === text) return parseJsonText(text);
  return parseJsonText(marked, (_, value) =>
    typeof value === "string" && value.startsWith(MARK) ? new LargeNumber(value.slice(MARK.length)) : value,
  );
}

export function unwrapLargeNumber(value: unknown): unknown {
  return value instanceof LargeNumber ? value.toNumber() : value;
}

/** Matches within numbers of 16 digits or more, or with exponents of 3 or more. Never repeats, which takes memory. */
const LARGE_NUMBER_PART = /[:,[\s]-?\d{16}|\d[eE]\+?\d{3}/g;
const isNumberPart = (character: string) => "0123456789+-.eE".includes(character);

function markLargeNumbers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let inString = false;
  let quote = text.indexOf('"');
  LARGE_NUMBER_PART.lastIndex = 0;
  for (let match = LARGE_NUMBER_PART.exec(text); match; match = LARGE_NUMBER_PART.exec(text)) {
    let [start, end] = [match.index + 1, match.index + match[0].length];
    while (start > copied && isNumberPart(text.charAt(start - 1))) start -= 1;
    while (end < text.length && isNumberPart(text.charAt(end))) end += 1;
    LARGE_NUMBER_PART.lastIndex = end;
    for (; quote !== -1 && quote < end; quote = text.indexOf('"', quote + 1)) {
      if (!inString || !isEscaped(text, quote)) inString = !inString;
    }
    const number = text.slice(start, end);
    if (inString || isExact(number)) continue;
    parts.push(text.slice(copied, start), `"${MARK}${number}"`);
    copied = end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(copied);
}

function isExact(number: string): boolean {
  const nearest = Number(number);
  return Number.isFinite(nearest) && (/[.eE]/.test(number) || BigInt(nearest) === BigInt(number));
}
