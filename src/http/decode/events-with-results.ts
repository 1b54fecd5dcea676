import { JsonReader } from "../../lib/json/json-reader.ts";
import { NameTable } from "../../lib/json/name-table.ts";
import type { RequestMetadata } from "./canonical-request.ts";

/** Properties that events have as fields and options instead, and the types of their values. */
const LIFTED: Readonly<Record<string, readonly [property: string, type: string]>> = {
  session_id: ["$session_id", "string"],
  window_id: ["$window_id", "string"],
  cookieless_mode: ["$cookieless_mode", "boolean"],
  disable_skew_correction: ["$ignore_sent_at", "boolean"],
  process_person_profile: ["$process_person_profile", "boolean"],
  product_tour_id: ["$product_tour_id", "string"],
};
const FIELDS = ["session_id", "window_id"];
const BODY_NAMES = new NameTable(["batch"]);
const EVENT_NAMES = new NameTable(["properties", "options", ...FIELDS]);
const OPTION_NAMES = new NameTable(Object.keys(LIFTED).filter((name) => !FIELDS.includes(name)));
const PROPERTY_NAMES = new NameTable(["$lib", "$lib_version", ...Object.values(LIFTED).map(([property]) => property)]);
const LIBRARY = /^([\w.@-]{1,60})\/([\w.+-]{1,39})$/;

type Members = Map<string, unknown>;

/** Moves fields and options of events to their properties; refused events become `null`. The JSON must be valid. */
export function toBatchJson(
  json: Uint8Array,
  isRefused: (index: number) => boolean,
  { sentAtHeader, library = "" }: Pick<RequestMetadata, "sentAtHeader" | "library">,
): Uint8Array {
  const [, name, version] = LIBRARY.exec(library) ?? [];
  const shared: Members = new Map(name === undefined ? [] : Object.entries({ $lib: name, $lib_version: version }));
  const reader = new JsonReader(json);
  let events: Uint8Array[] = [];
  for (let more = reader.enter(); more; more = reader.next("object")) {
    if (reader.readKey(BODY_NAMES) !== "batch" || !reader.isArray()) {
      reader.skipValue();
      continue;
    }
    events = []; // of several batches the last counts
    for (let item = reader.enter(); item; item = reader.next("array")) {
      if (reader.isObject() && !isRefused(events.length)) events.push(eventJson(reader, json, shared));
      else {
        reader.skipValue();
        events.push(NULL);
      }
    }
  }
  const root = sentAtHeader === undefined ? "" : `"sent_at":${JSON.stringify(sentAtHeader)},`;
  const separated = events.flatMap((event, index) => (index === 0 ? [event] : [COMMA, event]));
  return Buffer.concat([Buffer.from(`{${root}"batch":[`), ...separated, Buffer.from("]}")]);
}

const [COMMA, NULL] = [Buffer.from(","), Buffer.from("null")];

/** Reads an event, which is not empty, and adds the properties that it lacks. */
function eventJson(reader: JsonReader, json: Uint8Array, shared: Members): Uint8Array {
  const start = reader.index;
  const added: Members = new Map(shared);
  let properties: Properties | undefined;
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(EVENT_NAMES);
    if (name === "properties") properties = readProperties(reader);
    else if (name === "options") readOptions(reader, added);
    else if (name === undefined) reader.skipValue();
    else addMember(name, reader, added);
  }
  for (const name of properties?.names ?? []) added.delete(name);
  const members = [...added].map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(",");
  const end = reader.index;
  if (members === "") return json.subarray(start, end);
  if (properties === undefined) {
    return Buffer.concat([json.subarray(start, end - 1), Buffer.from(`,"properties":{${members}}}`)]);
  }
  const text = Buffer.from(properties.isEmpty ? members : `${members},`);
  return Buffer.concat([json.subarray(start, properties.start), text, json.subarray(properties.start, end)]);
}

interface Properties {
  /** Index at which the first one may be. */
  readonly start: number;
  readonly isEmpty: boolean;
  /** Names that are there and could be added. */
  readonly names: ReadonlySet<string>;
}

/** Returns undefined if the properties are no object. */
function readProperties(reader: JsonReader): Properties | undefined {
  if (!reader.isObject()) {
    reader.skipValue();
    return undefined;
  }
  const start = reader.index + 1;
  const names = new Set<string>();
  let isEmpty = true;
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(PROPERTY_NAMES);
    if (name !== undefined) names.add(name);
    reader.skipValue();
    isEmpty = false;
  }
  return { start, isEmpty, names };
}

function readOptions(reader: JsonReader, added: Members): void {
  if (!reader.isObject()) {
    reader.skipValue();
    return;
  }
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(OPTION_NAMES);
    if (name === undefined) reader.skipValue();
    else addMember(name, reader, added);
  }
}

/** Ignores a value of another type. */
function addMember(name: string, reader: JsonReader, added: Members): void {
  const [property, type] = LIFTED[name] as (typeof LIFTED)[string];
  if (reader.isObject() || reader.isArray()) reader.skipValue();
  else {
    const value = reader.readExactly();
    if (typeof value === type) added.set(property, value);
  }
}
