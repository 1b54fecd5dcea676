import { problem } from "../../problem.ts";
import { decodeUtf8, MAX_DEPTH } from "../../values/json.ts";
import { measureJson } from "../../values/json-limits.ts";

/** Bounds on what a body holds. An object takes up to 350 bytes of the heap, another value up to 110. */
export interface ValueLimits {
  readonly values: number;
  /** Arrays and objects. */
  readonly containers: number;
}

/** For bodies with events: 20 MB of them take up to 300 MB. Honest ones of 20 MB have up to 2.4 million values. */
export const EVENT_LIMITS: ValueLimits = { values: 3_000_000, containers: 800_000 };
/** For flag queries, which the parser thread copies to the main thread. */
export const FLAG_LIMITS: ValueLimits = { values: 50_000, containers: 50_000 };
/** Numbers that a double cannot represent are kept by a second, slower parser. */
const MAX_LONG_NUMBERS = 20_000;

/**
 * Parses a body, after it is measured. Throws `parse_error`, `request_too_large` if it holds too many values, and
 * `invalid_input` if it is nested too deep or has too many long numbers.
 */
export function parseBody(json: Uint8Array, limits: ValueLimits): unknown {
  const { values, containers, depth, longNumbers } = measureJson(json);
  if (depth > MAX_DEPTH) throw invalid(`Objects and arrays may be nested ${MAX_DEPTH} levels deep.`);
  if (containers > limits.containers) throw tooMany(limits.containers, "objects and arrays");
  if (values > limits.values) throw tooMany(limits.values, "values");
  if (longNumbers > MAX_LONG_NUMBERS) throw invalid(`A body may have up to ${MAX_LONG_NUMBERS} long numbers.`);
  try {
    return JSON.parse(decodeUtf8(json));
  } catch {
    throw problem("parse_error");
  }
}

function invalid(detail: string) {
  return problem("invalid_input", { detail });
}

function tooMany(max: number, things: string) {
  return problem("request_too_large", { detail: `A body may hold up to ${max} ${things}.` });
}
