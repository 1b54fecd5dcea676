import { MIN_BYTES_PER_SHAPE, ShapeCounter } from "../../lib/json/count-shapes.ts";
import type { JsonSize } from "../../lib/json/count-values.ts";
import { MAX_DEPTH, type PropertyMap } from "../../lib/json/json.ts";
import { JsonReader } from "../../lib/json/json-reader.ts";
import { NameTable } from "../../lib/json/name-table.ts";
import { problem } from "../../lib/problem.ts";
import { type CheckEvents, readValidatedFields } from "./validated-fields.ts";

/** Bounds on a body. An object takes up to 350 bytes of the heap, another value up to 110. */
export interface ValueLimits {
  readonly values: number;
  readonly containers: number;
  /** `ShapeCounter` counts them: V8 takes most memory and time for objects that are unlike each other. */
  readonly shapes: number;
}

/** Bodies of 20 MB take up to 300 MB. Honest ones have up to 2.4 million values, and some thousand shapes. */
export const EVENT_LIMITS: ValueLimits = { values: 3_000_000, containers: 800_000, shapes: 250_000 };
/** Flag queries are copied from the parser thread to the main thread. */
export const FLAG_LIMITS: ValueLimits = { values: 50_000, containers: 50_000, shapes: 5000 };
/** All other bodies are parsed by the main thread. */
const OTHER_LIMITS: ValueLimits = { values: 300_000, containers: 60_000, shapes: 5000 };
/** Limit of a body, or of each event. A second, slower parser keeps numbers that a double cannot represent. */
const MAX_LONG_NUMBERS = 20_000;

const ROOT = new NameTable(["api_key", "personal_api_key", "token", "$token", "properties", "batch"]);
const EVENT = new NameTable(["api_key", "token", "$token", "properties"]);
const PROPERTIES = new NameTable(["token"]);

/** Throws `parse_error`, `request_too_large` for too many values, `invalid_input` for deep nesting or long numbers. */
export function parseBody(json: Uint8Array, limits: ValueLimits): unknown {
  return read(json, limits, (reader) => reader.readValue());
}

/** Parses any number of events as `readValidatedFields` does. Throws as `parseBody`. */
export function parseEvents(json: Uint8Array, check: CheckEvents): unknown {
  return read(json, EVENT_LIMITS, (reader) => readValidatedFields(reader, check));
}

/** Throws as `parseBody` if this is not JSON, or no object. Parses nothing. */
export function requireJson(json: Uint8Array, kind: "any" | "object" = "any"): void {
  readWithin(json, EVENT_LIMITS, (reader) => {
    if (kind === "object" && !reader.isObject()) throw problem("parse_error");
    reader.skipValue();
    reader.end();
  });
}

/** Throws as `parseBody` if a body would take long to parse. Does not read a small one. */
export function requireCheap(json: string): void {
  if (json.length < OTHER_LIMITS.shapes * MIN_BYTES_PER_SHAPE) return;
  const bytes = Buffer.from(json);
  requireFewShapes(bytes, OTHER_LIMITS);
  readWithin(bytes, OTHER_LIMITS, (reader) => reader.skipValue());
}

/** Returns what `readKeyFields` does, without parsing the rest. Throws as `parseBody`. */
export function findKeyFields(json: Uint8Array): PropertyMap {
  return readWithin(json, EVENT_LIMITS, readKeyFields);
}

function read(json: Uint8Array, limits: ValueLimits, readRoot: (reader: JsonReader) => unknown): unknown {
  requireFewShapes(json, limits);
  return readWithin(json, limits, (reader) => {
    const body = readRoot(reader);
    reader.end();
    return body;
  });
}

function readWithin<T>(json: Uint8Array, limits: ValueLimits, readRoot: (reader: JsonReader) => T): T {
  let measured: JsonSize | undefined;
  const requireSize = (size: JsonSize) => {
    measured = size;
    requireWithin(size, limits);
  };
  try {
    return readRoot(new JsonReader(json, requireSize));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    if (measured) requireWithin(measured, limits);
    throw problem("parse_error");
  }
}

function requireFewShapes(json: Uint8Array, { shapes }: ValueLimits): void {
  if (json.byteLength < shapes * MIN_BYTES_PER_SHAPE || new ShapeCounter(shapes).add(json)) return;
  throw problem("request_too_large", { detail: `The objects in a body may have up to ${shapes} different shapes.` });
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

/** Reads what may be the key: at the root, in properties, in the first event. Stops at one in the contract's place. */
function readKeyFields(reader: JsonReader): PropertyMap {
  if (reader.isArray()) return { batch: reader.enter() ? [readFields(reader, EVENT)] : [] };
  return readFields(reader, ROOT) ?? {};
}

function readFields(reader: JsonReader, names: NameTable): PropertyMap | undefined {
  if (!reader.isObject()) {
    reader.skipValue();
    return undefined;
  }
  const found: Record<string, unknown> = {};
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(names);
    if (name === "properties") found.properties = readFields(reader, PROPERTIES);
    else if (name === "batch" && reader.isArray()) found.batch = [readFirst(reader)];
    else if (name === undefined || !reader.isText()) reader.skipValue();
    else {
      found[name] = reader.readValue();
      if (name === "api_key" || name === "personal_api_key") return found;
    }
  }
  return found;
}

function readFirst(reader: JsonReader): PropertyMap | undefined {
  let first: PropertyMap | undefined;
  let isFirst = true;
  for (let more = reader.enter(); more; more = reader.next("array")) {
    reader.restartCount();
    if (isFirst) first = readFields(reader, EVENT);
    else reader.skipValue();
    isFirst = false;
  }
  return first;
}
