import { LargeNumber } from "./json.ts";

/** A finite number. Whole ones beyond 2^53 are bigints: `<`, `>` and `==` compare both kinds exactly. */
export type ExactNumber = number | bigint;

/** Reads each digit once: no text takes more than linear time. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^[+-]?\d+$/;
/** Larger numbers compare as doubles, as those of SQL do. */
const MAX_WHOLE = 2n ** 127n;

/** Returns the value of a number or decimal text; undefined for others, such as true, "12px", "1_000" or "1e400". */
export function exactNumber(value: unknown): ExactNumber | undefined {
  const text = value instanceof LargeNumber ? value.text : value;
  if (typeof text === "number") return Number.isFinite(text) ? text : undefined;
  if (typeof text !== "string" || !DECIMAL.test(text)) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  if (Number.isSafeInteger(number) || !WHOLE.test(text) || text.length > 40) return number;
  const whole = BigInt(text.replace(/^\+/, ""));
  return -MAX_WHOLE < whole && whole < MAX_WHOLE ? whole : number;
}

/** Returns the text by which a number compares, with all digits: 1.0, 1E0 and 1 are `1`. */
export function numberText(number: ExactNumber): string {
  if (number === 0) return "0";
  const isLong = Number.isInteger(number) && !Number.isSafeInteger(number);
  return String(isLong && Math.abs(Number(number)) < Number(MAX_WHOLE) ? BigInt(number) : number);
}
