import type { PropertyMap } from "../../lib/json/json.ts";
import type { JsonReader } from "../../lib/json/json-reader.ts";
import { NameTable } from "../../lib/json/name-table.ts";

const ROOT = new NameTable(["api_key", "personal_api_key", "token", "$token", "properties", "batch"]);
const EVENT = new NameTable(["api_key", "token", "$token", "properties"]);
const PROPERTIES = new NameTable(["token"]);

/** Reads what may be the key: at the root, in properties, in the first event. Stops at one in the contract's place. */
export function readKeyFields(reader: JsonReader): PropertyMap {
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
