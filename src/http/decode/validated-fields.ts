import type { JsonReader } from "../../lib/json/json-reader.ts";
import { NameTable } from "../../lib/json/name-table.ts";
import { problem } from "../../lib/problem.ts";

/** The fields of bodies and events that the contract describes, and those that name the project in older clients. */
export const EVENT_FIELDS = [
  ...["api_key", "personal_api_key", "project_id", "token", "$token", "batch", "sent_at", "historical_migration"],
  ...["event", "distinct_id", "properties", "timestamp", "offset", "uuid", "$set", "$set_once", "$unset", "context"],
];
const FIELDS = new NameTable(EVENT_FIELDS);
const PROPERTIES = new NameTable(["token"]);

/** The drain spends up to 0.1 ms on each, such as one that identifies a person. */
export const MAX_EVENTS = 20_000;

/**
 * Returns a body with events, in any shape that clients send, without what is not validated: fields that the contract
 * does not have, and the content of objects and lists within events. Of the properties of the first event the key is
 * left. Throws `request_too_large` if there are too many events.
 */
export function readValidatedFields(reader: JsonReader): unknown {
  if (reader.isArray()) return readItems(reader);
  return reader.isObject() ? readEvent(reader, true) : reader.readValue();
}

function readItems(reader: JsonReader): unknown[] {
  const items: unknown[] = [];
  for (let more = reader.enter(); more; more = reader.next("array")) {
    if (items.length === MAX_EVENTS) {
      throw problem("request_too_large", { detail: `A request may have up to ${MAX_EVENTS} events.` });
    }
    items.push(reader.isObject() ? readEvent(reader, items.length === 0) : readShallow(reader));
  }
  return items;
}

/** Reads an event, or a batch of events. */
function readEvent(reader: JsonReader, isFirst: boolean): object {
  const event: Record<string, unknown> = {};
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(FIELDS);
    if (name === undefined) reader.skipValue();
    else if (name === "batch" && reader.isArray()) event.batch = readItems(reader);
    else if (name === "$unset" && reader.isArray()) event.$unset = readNames(reader);
    else if (name === "properties" && isFirst && reader.isObject()) event.properties = readMembers(reader, PROPERTIES);
    else event[name] = readShallow(reader);
  }
  return event;
}

/** Reads a value; an object or a list without its content. */
function readShallow(reader: JsonReader): unknown {
  if (!reader.isObject() && !reader.isArray()) return reader.readValue();
  const empty = reader.isObject() ? {} : [];
  reader.skipValue();
  return empty;
}

/** Reads a list of names: nothing is left of it if all have the right type, else the first other item, at its index. */
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
