import { problem } from "../../problem.ts";
import { MAX_DEPTH } from "../../values/json.ts";
import { JsonReader } from "../../values/json-reader.ts";
import type { JsonSize } from "../../values/json-size.ts";
import { skimEvents } from "./skim-events.ts";

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
 * Parses a body after its size is known. Throws `parse_error`, `request_too_large` if it holds too many values, and
 * `invalid_input` if it is nested too deep or has too many long numbers.
 */
export function parseBody(json: Uint8Array, limits: ValueLimits): unknown {
  return read(json, limits, (reader) => reader.readValue());
}

/** Parses a body with events as `skimEvents` does. Throws as `parseBody` does. */
export function parseEvents(json: Uint8Array, limits: ValueLimits): unknown {
  return read(json, limits, skimEvents);
}

function read(json: Uint8Array, limits: ValueLimits, readRoot: (reader: JsonReader) => unknown): unknown {
  let measured: JsonSize | undefined;
  const requireSize = (size: JsonSize) => {
    measured = size;
    requireWithin(size, limits);
  };
  try {
    const reader = new JsonReader(json, requireSize);
    const body = readRoot(reader);
    reader.end();
    return body;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    if (measured) requireWithin(measured, limits);
    throw problem("parse_error");
  }
}

function requireWithin({ values, containers, depth, longNumbers }: JsonSize, limits: ValueLimits): void {
  if (depth > MAX_DEPTH) throw invalid(`Objects and arrays may be nested ${MAX_DEPTH} levels deep.`);
  if (containers > limits.containers) throw tooMany(limits.containers, "objects and arrays");
  if (values > limits.values) throw tooMany(limits.values, "values");
  if (longNumbers > MAX_LONG_NUMBERS) throw invalid(`A body may have up to ${MAX_LONG_NUMBERS} long numbers.`);
}

function invalid(detail: string) {
  return problem("invalid_input", { detail });
}

function tooMany(max: number, things: string) {
  return problem("request_too_large", { detail: `A body may hold up to ${max} ${things}.` });
}
