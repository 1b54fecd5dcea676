/** How flags compare values: as canonical text, as numbers, and by bounded regular expressions. */
import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import { unwrapLargeNumber } from "../values/json.ts";

/** Nesting limit of lists and objects in a value that flags compare. */
const MAX_DEPTH = 64;

/**
 * Returns the text by which flags compare a value: a string itself, otherwise JSON without spaces and with sorted keys,
 * so that equal objects have equal texts. Throws for values that are not JSON or nest deeper than 64 levels.
 */
export function comparisonText(value: unknown): string {
  return typeof value === "string" ? value : canonicalJson(value, 0);
}

function canonicalJson(item: unknown, depth: number): string {
  const value = unwrapLargeNumber(item);
  if (depth > MAX_DEPTH) throw new RangeError(`a value nests deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const present = Object.entries(value).filter(([, item]) => item !== undefined);
    const entries = present.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, depth + 1)}`).join(",")}}`;
  }
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) {
    throw new TypeError(`${value} is not JSON`);
  }
  return JSON.stringify(value);
}

/** Returns the text with A to Z in lower case and all other characters unchanged. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns the value of a number or of decimal text; undefined for anything else, such as true or "12px". */
export function numberOf(value: unknown): number | undefined {
  if (typeof value !== "number" && !(typeof value === "string" && DECIMAL.test(value))) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Together these limit the time of one match to some tenths of a second, for any pattern and text. */
const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 2500;
const MAX_TEXT_LENGTH = 10_000;

/** Small, because a compiled pattern can grow to megabytes: it caches states for the texts it has seen. */
const compiledPatterns = new LRUCache<string, RE2JS>({ max: 100 });

/** Returns the compiled RE2 pattern. Throws, with the reason, if it is invalid, unsupported or too large. */
export function compileRegex(pattern: string): RE2JS {
  const cached = compiledPatterns.get(pattern);
  if (cached) return cached;
  if (pattern.length > MAX_PATTERN_LENGTH) throw new RangeError(`is longer than ${MAX_PATTERN_LENGTH} characters`);
  const regex = RE2JS.compile(pattern);
  if (regex.programSize() > MAX_PROGRAM_SIZE) throw new RangeError("repeats too much");
  compiledPatterns.set(pattern, regex);
  return regex;
}

/**
 * Returns true if the pattern matches anywhere in the text, in time linear in the text's length.
 * Throws as `compileRegex` does, and for a text longer than 10,000 characters.
 */
export function regexMatches(pattern: string, text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH) throw new RangeError("a value is too long for a regular expression");
  return compileRegex(pattern).test(text);
}
