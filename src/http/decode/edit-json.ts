import { JsonScanner, NameTable } from "../../values/json-scanner.ts";

/** Returns the JSON of an object without the members of these names, and all else verbatim. The JSON must be valid. */
export function withoutMembers(json: Uint8Array, names: readonly string[]): Uint8Array {
  const table = new NameTable(names);
  const scanner = new JsonScanner(json);
  const edited = Buffer.allocUnsafeSlow(json.byteLength);
  let length = edited.write("{");
  for (let more = scanner.enter(); more; more = scanner.next()) {
    const start = scanner.index;
    const name = scanner.readKey(table);
    scanner.skipValue();
    if (name !== undefined) continue;
    if (length > 1) length += edited.write(",", length);
    edited.set(json.subarray(start, scanner.index), length);
    length += scanner.index - start;
  }
  length += edited.write("}", length);
  return edited.subarray(0, length);
}

const BATCH = new NameTable(["batch"]);
const EVENT = new NameTable(["event"]);

/** Returns the JSON of a list or a batch of events in which those without a name have this one. It must be valid. */
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
  const scanner = new JsonScanner(json);
  const found: { start: number; isEmpty: boolean }[] = [];
  const visitItems = () => {
    if (!scanner.isArray()) return scanner.skipValue();
    for (let more = scanner.enter(); more; more = scanner.next()) {
      const start = scanner.index;
      if (!scanner.isObject()) scanner.skipValue();
      else {
        const keys = countMembers(scanner);
        if (!keys.isNamed) found.push({ start, isEmpty: keys.count === 0 });
      }
    }
  };
  if (scanner.isArray()) visitItems();
  else {
    for (let more = scanner.enter(); more; more = scanner.next()) {
      if (scanner.readKey(BATCH) === "batch") visitItems();
      else scanner.skipValue();
    }
  }
  return found;
}

/** Passes an event. Returns how many members it has, and whether one is its name. */
function countMembers(scanner: JsonScanner): { readonly count: number; readonly isNamed: boolean } {
  let count = 0;
  let isNamed = false;
  for (let more = scanner.enter(); more; more = scanner.next()) {
    count += 1;
    if (scanner.readKey(EVENT) === "event") isNamed = true;
    scanner.skipValue();
  }
  return { count, isNamed };
}
