import type { JsonReader } from "../../values/json-reader.ts";
import { NameTable } from "../../values/json-scanner.ts";

/** The fields of bodies and events that the contract describes, and those that name the project in older clients. */
export const EVENT_FIELDS = [
  ...["api_key", "personal_api_key", "project_id", "token", "$token", "batch", "sent_at", "historical_migration"],
  ...["event", "distinct_id", "properties", "timestamp", "offset", "uuid", "$set", "$set_once", "$unset", "context"],
];
const FIELDS = new NameTable(EVENT_FIELDS);
const PROPERTIES = new NameTable(["token"]);

/**
 * Returns a body with events, in any shape that clients send, without what is not validated: fields that the contract
 * does not have, and the content of objects within events. Of the properties of the first event the key is left.
 */
export function skimEvents(reader: JsonReader): unknown {
  if (reader.isArray()) return skimItems(reader);
  return reader.isObject() ? skimEvent(reader, true) : reader.readValue();
}

function skimItems(reader: JsonReader): unknown[] {
  const items: unknown[] = [];
  for (let more = reader.enter(); more; more = reader.next("array")) {
    items.push(reader.isObject() ? skimEvent(reader, items.length === 0) : reader.readValue());
  }
  return items;
}

/** Reads an event, or a batch of events. */
function skimEvent(reader: JsonReader, isFirst: boolean): object {
  const event: Record<string, unknown> = {};
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(FIELDS);
    if (name === undefined) reader.skipValue();
    else if (name === "batch" && reader.isArray()) event.batch = skimItems(reader);
    else if (!reader.isObject()) event[name] = reader.readValue();
    else if (name === "properties" && isFirst) event.properties = readMembers(reader, PROPERTIES);
    else {
      reader.skipValue();
      event[name] = {};
    }
  }
  return event;
}

function readMembers(reader: JsonReader, names: NameTable): object {
  const members: Record<string, unknown> = {};
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(names);
    if (name === undefined) reader.skipValue();
    else members[name] = reader.readValue();
  }
  return members;
}
