import type { JsonReader } from "../../lib/json/json-reader.ts";
import { NameTable } from "../../lib/json/name-table.ts";

/** Fields of the contract's bodies and events, and those that name the project in older clients. */
export const EVENT_FIELDS = [
  ...["api_key", "personal_api_key", "project_id", "token", "$token", "batch", "sent_at", "historical_migration"],
  ...["event", "distinct_id", "properties", "timestamp", "offset", "uuid", "$set", "$set_once", "$unset", "context"],
];
const FIELDS = new NameTable(EVENT_FIELDS);
const PROPERTIES = new NameTable(["token"]);

/** Gets the next events of a list, and the index of their first. Returns whether they need not be kept. */
export type CheckEvents = (events: readonly unknown[], start: number) => boolean;

/** Events of a list that are checked together, and in memory. */
const SLICE_EVENTS = 1000;
/** Replaces an event that need not be kept. Nothing is wrong with it. */
const CHECKED = {};

/**
 * Returns a body with events, in any shape, without what is not validated: unknown fields, and the content of objects
 * and lists within events. The first event keeps only the key of its properties. Other events that need not be kept
 * become empty, and behind the first that must be kept the list may end.
 */
export function readValidatedFields(reader: JsonReader, check: CheckEvents): unknown {
  if (reader.isArray()) return readItems(reader, check);
  return reader.isObject() ? readEvent(reader, true, check) : reader.readValue();
}

function readItems(reader: JsonReader, check: CheckEvents): unknown[] {
  const items: unknown[] = [];
  let checked = 0;
  let isKept = false;
  const checkNext = () => {
    if (isKept || checked === items.length) return;
    isKept = !check(items.slice(checked), checked);
    if (!isKept) items.fill(CHECKED, Math.max(checked, 1));
    checked = items.length;
  };
  for (let more = reader.enter(); more; more = reader.next("array")) {
    reader.restartCount();
    if (isKept) reader.skipValue();
    else items.push(reader.isObject() ? readEvent(reader, items.length === 0) : readShallow(reader));
    if (items.length - checked === SLICE_EVENTS) checkNext();
  }
  checkNext();
  return items;
}

/** Reads an event or, with a check, also a batch of events. */
function readEvent(reader: JsonReader, isFirst: boolean, check?: CheckEvents): object {
  const event: Record<string, unknown> = {};
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(FIELDS);
    if (name === undefined) reader.skipValue();
    else if (name === "batch" && check && reader.isArray()) event.batch = readItems(reader, check);
    else if (name === "$unset" && reader.isArray()) event.$unset = readNames(reader);
    else if (name === "properties" && isFirst && reader.isObject()) event.properties = readMembers(reader, PROPERTIES);
    else event[name] = readShallow(reader);
  }
  return event;
}

function readShallow(reader: JsonReader): unknown {
  if (!reader.isObject() && !reader.isArray()) return reader.readValue();
  const empty = reader.isObject() ? {} : [];
  reader.skipValue();
  return empty;
}

/** Reads a list of names. Leaves nothing if all have the right type, else the first other item, at its index. */
function readNames(reader: JsonReader): unknown[] {
  const items: unknown[] = [];
  let index = 0;
  for (let more = reader.enter(); more; more = reader.next("array")) {
    if (items.length > 0 || reader.isText()) reader.skipValue();
    else items.push(readShallow(reader));
    if (items.length === 0) index += 1;
  }
  return items.length === 0 ? items : [...Array<string>(index).fill(""), ...items];
}

function readMembers(reader: JsonReader, names: NameTable): object {
  const members: Record<string, unknown> = {};
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(names);
    if (name === undefined) reader.skipValue();
    else members[name] = readShallow(reader);
  }
  return members;
}
