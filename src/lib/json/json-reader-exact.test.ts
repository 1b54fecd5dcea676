import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonObject } from "../../../test/support/any-json.ts";
import { isPropertyMap, parseExactly, stringifyExactly } from "./json.ts";
import { JsonReader } from "./json-reader.ts";
import { NameTable } from "./name-table.ts";

/** Returns the entries of the object whose names are in the table. */
function readEntries(reader: JsonReader, table: NameTable): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(table);
    if (name === undefined) reader.skipValue();
    else entries.push([name, reader.readExactly()]);
  }
  return entries;
}

test("reads any names of any object as a parser does, and skips the others", () => {
  fc.assert(
    fc.property(anyJsonObject, fc.func(fc.boolean()), ({ sent }, isWanted) => {
      const value = parseExactly(sent);
      assert.ok(isPropertyMap(value));
      const entries = Object.entries(value).filter(([name]) => isWanted(name));
      const table = new NameTable(entries.map(([name]) => name));
      const reader = new JsonReader(Buffer.from(`${sent}7`));
      assert.equal(stringifyExactly(readEntries(reader, table)), stringifyExactly(entries));
      assert.equal(reader.readExactly(), 7);
    }),
    { numRuns: 1000 },
  );
});

test("returns the text that it passed, and whether it is in one line", () => {
  for (const [value, hasBreaks] of [
    ['{"a" : ["\\n x", -1.50] }', false],
    ['{"a":[\n1]}', true],
    ['{"a"\t:1}', true],
    ["{\r}", true],
  ] as const) {
    const reader = new JsonReader(Buffer.from(`\uFEFF \n${value}, "b"`));
    reader.hasBreaks = false;
    const start = reader.index;
    reader.skipValue();
    assert.deepEqual([reader.text(start), reader.hasBreaks], [value, hasBreaks]);
  }
});

test("large numbers are exact, also on their own", () => {
  const [entry] = readEntries(new JsonReader(Buffer.from('{"a": 12345678901234567890 }')), new NameTable(["a"]));
  assert.equal(stringifyExactly(entry), '["a",12345678901234567890]');
});

test("a text that begins with U+FEFF keeps it", () => {
  assert.equal(new JsonReader(Buffer.from('\ufeff"\ufeffa"')).readExactly(), "\ufeffa");
});

test("throws if the JSON ends early", () => {
  const text = '{"a":{"b":["c\\"",1]},"d":"e"}';
  for (let length = 1; length < text.length; length++) {
    const reader = new JsonReader(Buffer.from(text.slice(0, length)));
    assert.throws(() => readEntries(reader, new NameTable(["d"])), SyntaxError, text.slice(0, length));
  }
});
