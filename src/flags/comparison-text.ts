import { unwrapLargeNumber } from "../values/exact-json.ts";

/** How deep lists and objects may nest in a value that flags compare. */
const MAX_DEPTH = 64;

/**
 * The text by which flags compare a value: a string is itself, anything else its JSON without spaces, with the keys of
 * objects in order, so that equal objects have equal texts. Throws for what nests deeper than 64 levels or is not JSON.
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

/** The text with A to Z in lower case and everything else as it is. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}
