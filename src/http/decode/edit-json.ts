import { JsonReader } from "../../lib/json/json-reader.ts";
import { NameTable } from "../../lib/json/name-table.ts";

/** Leaves all else verbatim. The JSON must be valid. */
export function withoutMembers(json: Uint8Array, names: readonly string[]): Uint8Array {
  const table = new NameTable(names);
  const reader = new JsonReader(json);
  const edited = Buffer.allocUnsafeSlow(json.byteLength);
  let length = edited.write("{");
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const start = reader.index;
    const name = reader.readKey(table);
    reader.skipValue();
    if (name !== undefined) continue;
    if (length > 1) length += edited.write(",", length);
    edited.set(json.subarray(start, reader.index), length);
    length += reader.index - start;
  }
  length += edited.write("}", length);
  return edited.subarray(0, length);
}

const BATCH = new NameTable(["batch"]);
const EVENT = new NameTable(["event"]);

/** Names the unnamed events of a list or a batch. The JSON must be valid. */
export function withEventNames(json: Uint8Array, name: string): Uint8Array {
  const member = Buffer.from(`"event":${JSON.stringify(name)}`);
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (const { start, isEmpty } of findUnnamedEvents(json)) {
    pieces.push(json.subarray(copied, start + 1), member);
    if (!isEmpty) pieces.push(COMMA);
    copied = start + 1;
  }
  return Buffer.concat([...pieces, json.subarray(copied)]);
}

const COMMA = Buffer.from(",");

function findUnnamedEvents(json: Uint8Array): { readonly start: number; readonly isEmpty: boolean }[] {
  const reader = new JsonReader(json);
  const found: { start: number; isEmpty: boolean }[] = [];
  const visitItems = () => {
    if (!reader.isArray()) return reader.skipValue();
    for (let more = reader.enter(); more; more = reader.next("array")) {
      const start = reader.index;
      if (!reader.isObject()) reader.skipValue();
      else {
        const keys = countMembers(reader);
        if (!keys.isNamed) found.push({ start, isEmpty: keys.count === 0 });
      }
    }
  };
  if (reader.isArray()) visitItems();
  else {
    for (let more = reader.enter(); more; more = reader.next("object")) {
      if (reader.readKey(BATCH) === "batch") visitItems();
      else reader.skipValue();
    }
  }
  return found;
}

/** Moves the reader past an event. */
function countMembers(reader: JsonReader): { readonly count: number; readonly isNamed: boolean } {
  let count = 0;
  let isNamed = false;
  for (let more = reader.enter(); more; more = reader.next("object")) {
    count += 1;
    if (reader.readKey(EVENT) === "event") isNamed = true;
    reader.skipValue();
  }
  return { count, isNamed };
}
