import type { Schemas } from "../../generated/openapi.ts";
import { MAX_FLAG_COST, RegexCompiler } from "../flags/define/bounded-regex.ts";
import { dateOfFilter } from "../flags/define/dates.ts";
import { type ExactNumber, exactNumber, numberText } from "../lib/json/exact-number.ts";
import { LargeNumber } from "../lib/json/json.ts";
import type { Millis } from "../store/ports/common.ts";

export type Operator = Exclude<NonNullable<Schemas["QueryPropertyFilter"]["operator"]>, "in" | "not_in">;
export type Sign = "<" | "<=" | ">" | ">=" | "=";

/** What a property is compared with, read once for SQL and for lists of events: docs/comparisons.md. */
export type Comparison =
  | { readonly kind: "set" }
  | { readonly kind: "equal"; readonly texts: readonly string[]; readonly numbers: readonly number[] }
  /** Lower case. */
  | { readonly kind: "contains"; readonly parts: readonly string[] }
  | { readonly kind: "matches"; readonly pattern: string }
  | { readonly kind: "ordered"; readonly sign: Sign; readonly limit: ExactNumber }
  | { readonly kind: "dated"; readonly sign: Sign; readonly time: Millis };

/** A condition. With `isOpposite`, whatever does not meet the comparison meets it, absent properties too. */
export type Condition = { readonly comparison: Comparison; readonly isOpposite: boolean };

type Reader = (values: readonly unknown[], now: Millis) => Comparison;

const OPERATORS: Readonly<Record<Operator, Reader>> = {
  exact: equal,
  is_not: equal,
  icontains: contains,
  not_icontains: contains,
  regex: matches,
  not_regex: matches,
  gt: ordered(">"),
  gte: ordered(">="),
  lt: ordered("<"),
  lte: ordered("<="),
  is_set: () => ({ kind: "set" }),
  is_not_set: () => ({ kind: "set" }),
  is_date_exact: dated("="),
  is_date_after: dated(">"),
  is_date_before: dated("<"),
};
const MAX_VALUES = 1000;

/** Limits the steps for one text to some ten milliseconds. Only the beginning of longer texts is searched. */
const MAX_STEPS = 500_000;

type BoundedRegex = (text: string) => { readonly isMatch: boolean; readonly steps: number };

export function isOperator(text: unknown): text is Operator {
  return typeof text === "string" && Object.hasOwn(OPERATORS, text);
}

/** Reads a condition; relative dates are before `now`. Throws `TypeError` with what is wrong about the value. */
export function readCondition(operator: Operator, value: unknown, now: Millis): Condition {
  const isOpposite = operator === "is_not" || operator.startsWith("not_") || operator === "is_not_set";
  const read = OPERATORS[operator];
  if (operator === "is_set" || operator === "is_not_set") return { comparison: read([], now), isOpposite };
  const values: readonly unknown[] = Array.isArray(value) ? value : [value ?? null];
  if (values.length === 0) throw new TypeError("is an empty list: send what to compare with.");
  if (values.length > MAX_VALUES) throw new TypeError(`has more than ${MAX_VALUES} values.`);
  if (values.includes(null)) throw new TypeError("has no value: is_set and is_not_set need none.");
  if (!values.every(isScalar)) throw new TypeError("is not a value or a list of them.");
  return { comparison: read(values, now), isOpposite };
}

const isScalar = (value: unknown) => typeof value !== "object" || value instanceof LargeNumber;

/** Returns the text by which a property or a value compares. Equal numbers have equal texts. */
export function textOf(value: unknown): string {
  if (value instanceof LargeNumber) return value.text;
  if (typeof value === "number") return numberText(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Numbers equal their texts. A text that writes a number in another way also finds the number. */
function equal(values: readonly unknown[]): Comparison {
  const texts = values.flatMap((value) => {
    const number = exactNumber(value);
    return number === undefined ? [textOf(value)] : [textOf(value), numberText(number)];
  });
  const numbers = values.filter((value) => typeof value === "number");
  return { kind: "equal", texts: [...new Set(texts)], numbers };
}

function contains(values: readonly unknown[]): Comparison {
  return { kind: "contains", parts: values.map((value) => textOf(value).toLowerCase()) };
}

function matches(values: readonly unknown[]): Comparison {
  const patterns = values.map(textOf);
  const pattern = patterns.length === 1 ? textOf(values[0]) : patterns.map((each) => `(?:${each})`).join("|");
  try {
    for (const each of [...patterns, pattern]) boundedRegex(each);
  } catch (error) {
    throw new TypeError(error instanceof Error ? error.message : String(error));
  }
  return { kind: "matches", pattern };
}

function ordered(sign: Sign): Reader {
  return (values) => {
    const limit = exactNumber(only(values, "number"));
    if (limit === undefined) throw new TypeError("is not a number.");
    return { kind: "ordered", sign, limit };
  };
}

function dated(sign: Sign): Reader {
  return (values, now) => {
    const time = dateOfFilter(only(values, "date"), now);
    if (time === undefined) {
      throw new TypeError("is not a date such as 2024-03-05T10:00:00Z, a time before now such as -7d, or seconds.");
    }
    return { kind: "dated", sign, time };
  };
}

function only(values: readonly unknown[], what: string): unknown {
  if (values.length > 1) throw new TypeError(`has several values: it compares with one ${what}.`);
  return values[0];
}

/** Compiles an RE2 pattern. Throws, with the reason, if it is invalid or costs too much. */
export function boundedRegex(pattern: string): BoundedRegex {
  const regex = new RegexCompiler(MAX_FLAG_COST).compile(pattern);
  const size = regex.programSize();
  return (text) => {
    const searched = text.slice(0, Math.floor(MAX_STEPS / size));
    return { isMatch: regex.test(searched), steps: searched.length * size };
  };
}
