import { invalidValue } from "../problem.ts";
import { numberText } from "./exact-number.ts";
import { isPropertyMap, LargeNumber, parseExactly, unwrapLargeNumber } from "./json.ts";
import { parseJsonText } from "./parse-json-text.ts";

const MAY_HAVE_LONG_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;
/** Members of bodies that are kept as they are. */
const KEPT = ["payloads", "variables"];
const PROPERTIES = ["person_properties", "group_properties"];

/**
 * Parses JSON; throws as `parseJsonText`. Numbers that programs may round become texts in conditions, properties and
 * values of SQL, and are refused (`invalid_input`) in payloads of flags and in variables.
 */
export function parseWithExactValues(text: string): unknown {
  return MAY_HAVE_LONG_NUMBER.test(text) ? withExactValues(parseExactly(text)) : parseJsonText(text);
}

/** Converts JSON that was parsed exactly, and YAML, whose whole numbers are bigints, as `parseWithExactValues` does. */
export function withExactValues(parsed: unknown, path: readonly string[] = []): unknown {
  const value = typeof parsed === "bigint" ? fromBigInt(parsed) : parsed;
  if (isLong(value)) {
    if (KEPT.some((name) => path.includes(name))) throw refused(path);
    return isCompared(path) ? longNumberText(value) : unwrapLargeNumber(value);
  }
  return mapMembers(value, (item, name) => withExactValues(item, [...path, name]));
}

function fromBigInt(whole: bigint): number | LargeNumber {
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : new LargeNumber(String(whole));
}

/** A condition's value may be an item of a list. */
function isCompared(path: readonly string[]): boolean {
  const names = path.filter((name) => !/^\d+$/.test(name));
  return names.at(-1) === "value" || names[1] === "values" || PROPERTIES.some((name) => path.includes(name));
}

export function withLongNumbersAsTexts(value: unknown): unknown {
  return isLong(value) ? longNumberText(value) : mapMembers(value, withLongNumbersAsTexts);
}

/** Returns whether there are numbers that were or may be rounded. */
export function hasLongNumber(value: unknown): boolean {
  return isLong(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasLongNumber));
}

/** Numbers with a fraction or an exponent are not meant exactly. */
function isLong(value: unknown): value is number | LargeNumber {
  if (value instanceof LargeNumber) return true;
  return typeof value === "number" && !Number.isSafeInteger(value) && !(Math.abs(value) < Number.MAX_SAFE_INTEGER);
}

const longNumberText = (value: number | LargeNumber) => (value instanceof LargeNumber ? value.text : numberText(value));

function mapMembers(value: unknown, map: (item: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => map(item, String(index)));
  if (!isPropertyMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item, name)]));
}

function refused(path: readonly string[]) {
  return invalidValue(path.join("__"), "is a number that programs round: send it as a text.");
}
