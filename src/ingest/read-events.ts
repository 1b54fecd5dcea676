import type { PropertyMap } from "../lib/json/json.ts";
import { JsonReader } from "../lib/json/json-reader.ts";
import { NameTable } from "../lib/json/name-table.ts";
import { SESSION_PROPERTIES } from "../recordings/session-properties.ts";

/** An event as it was sent, of which only those fields and properties are parsed that the service looks at. */
export interface RawEvent {
  readonly root: RootFields;
  /** The properties that `INSPECTED_NAMES` names. */
  readonly inspected: PropertyMap;
  /** All properties, as JSON in one line. */
  readonly json: string;
}

export type RootFields = { readonly [Name in (typeof ROOT_FIELDS)[number]]?: unknown };

/** Root-level keys that belong to the properties. */
export const ROOT_PROPERTY_NAMES = ["$set", "$set_once", "$unset", "context"] as const;

const ROOT_FIELDS = [
  ...(["event", "distinct_id", "$distinct_id", "uuid", "timestamp", "sent_at", "offset"] as const),
  ...ROOT_PROPERTY_NAMES,
];
const ROOT_NAMES = new NameTable(["properties", ...ROOT_FIELDS]);

/** Every property that the service looks at in events other than snapshots. */
const INSPECTED_NAMES = new NameTable([
  ...["distinct_id", "$distinct_id", "$ignore_sent_at", ...ROOT_PROPERTY_NAMES, "$session_id", ...SESSION_PROPERTIES],
  ...["$anon_distinct_id", "alias", "$groups", "$group_type", "$group_key", "$group_set", "$process_person_profile"],
]);

const BODY_NAMES = new NameTable(["batch", "sent_at"]);

/** The events of a larger batch are scanned one by one, so that they need not all be in memory. */
const MAX_SCANNED_TOGETHER_BYTES = 1024 * 1024;

/** Returns a valid request's events, to iterate once (null for items that are no objects), and its `sent_at`. */
export function readEvents(
  operation: "capture" | "batch",
  json: Uint8Array,
): { readonly events: Iterable<RawEvent | null>; readonly sentAt: unknown } {
  const reader = new JsonReader(json);
  if (!reader.isObject()) return { events: [null], sentAt: undefined };
  if (operation === "capture") {
    const event = scanEvent(reader);
    return { events: [event], sentAt: event.root.sent_at };
  }
  let events: Iterable<RawEvent | null> = [];
  let sentAt: unknown;
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(BODY_NAMES);
    if (name === "batch") {
      events = scanItems(reader, reader.index);
      if (json.byteLength <= MAX_SCANNED_TOGETHER_BYTES) events = [...events];
      else reader.skipValue();
    } else if (name === "sent_at") sentAt = reader.readExactly();
    else reader.skipValue();
  }
  return { events, sentAt };
}

function* scanItems(reader: JsonReader, start: number): Generator<RawEvent | null> {
  reader.index = start;
  if (!reader.isArray()) return reader.skipValue();
  for (let more = reader.enter(); more; more = reader.next("array")) {
    if (reader.isObject()) yield scanEvent(reader);
    else {
      reader.skipValue();
      yield null;
    }
  }
}

/** Breaks in JSON are in no string: there they would have to be escaped. */
const BREAKS = /[\t\n\r]+/g;

function scanEvent(reader: JsonReader): RawEvent {
  const root: Record<string, unknown> = {};
  let inspected: PropertyMap = {};
  let json = "{}";
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(ROOT_NAMES);
    if (name === undefined) reader.skipValue();
    else if (name !== "properties") root[name] = reader.readExactly();
    else if (!reader.isObject()) {
      reader.skipValue();
      [inspected, json] = [{}, "{}"];
    } else {
      const start = reader.index;
      reader.hasBreaks = false;
      inspected = scanProperties(reader);
      const text = reader.text(start);
      json = reader.hasBreaks ? text.replace(BREAKS, "") : text;
    }
  }
  return { root, inspected, json };
}

function scanProperties(reader: JsonReader): PropertyMap {
  const inspected: Record<string, unknown> = {};
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(INSPECTED_NAMES);
    if (name === undefined) reader.skipValue();
    else inspected[name] = reader.readExactly();
  }
  return inspected;
}

/** Bounds what the drain has in memory, and lets it get on even if it is interrupted every few seconds. */
const MAX_PART_BYTES = 1024 * 1024;
/** A longer `sent_at` is no time. */
const MAX_TIME_BYTES = 100;

/** Splits a valid batch into batches of up to 1 MB, or of one event. Drops fields that storing does not need. */
export function splitBatch(json: Uint8Array): { readonly json: Uint8Array; readonly partBytes?: readonly number[] } {
  if (json.byteLength <= MAX_PART_BYTES) return { json };
  const reader = new JsonReader(json);
  let parts: Range[] = [];
  let sentAt = "";
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(BODY_NAMES);
    const start = reader.index;
    if (name === "batch" && reader.isArray()) parts = findParts(reader);
    else reader.skipValue();
    if (name === "sent_at") sentAt = reader.index - start > MAX_TIME_BYTES ? "" : `"sent_at":${reader.text(start)},`;
  }
  if (parts.length < 2) return { json };
  const head = Buffer.from(`{${sentAt}"batch":[`);
  const partBytes = parts.map(({ start, end }) => head.length + end - start + TAIL.length);
  const split = Buffer.allocUnsafeSlow(partBytes.reduce((sum, bytes) => sum + bytes, 0));
  let length = 0;
  for (const { start, end } of parts) {
    split.set(head, length);
    length += head.length;
    split.set(json.subarray(start, end), length);
    length += end - start;
    length += split.write(TAIL, length);
  }
  return { json: split, partBytes };
}

const TAIL = "]}";

interface Range {
  readonly start: number;
  end: number;
}

function findParts(reader: JsonReader): Range[] {
  const parts: Range[] = [];
  for (let more = reader.enter(); more; more = reader.next("array")) {
    const start = reader.index;
    reader.skipValue();
    const part = parts.at(-1);
    if (part && reader.index - part.start <= MAX_PART_BYTES) part.end = reader.index;
    else parts.push({ start, end: reader.index });
  }
  return parts;
}
