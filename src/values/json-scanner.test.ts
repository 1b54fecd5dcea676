import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonObject } from "../test-support/any-json.ts";
import { isPropertyMap, parseExactly, stringifyExactly } from "./json.ts";
import { JsonScanner, NameTable } from "./json-scanner.ts";

/** Returns the entries of the object whose names are in the table. */
function readEntries(scanner: JsonScanner, table: NameTable): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (let more = scanner.enter(); more; more = scanner.next()) {
    const name = scanner.readKey(table);
    if (name === undefined) scanner.skipValue();
    else entries.push([name, scanner.readValue()]);
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
      const scanner = new JsonScanner(Buffer.from(`${sent}7`));
      assert.equal(stringifyExactly(readEntries(scanner, table)), stringifyExactly(entries));
      assert.equal(scanner.readValue(), 7);
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
    const scanner = new JsonScanner(Buffer.from(`\uFEFF \n${value}, "b"`));
    scanner.hasBreaks = false;
    const start = scanner.index;
    scanner.skipValue();
    assert.deepEqual([scanner.text(start), scanner.hasBreaks], [value, hasBreaks]);
  }
});

test("large numbers are exact, also on their own", () => {
  const [entry] = readEntries(new JsonScanner(Buffer.from('{"a": 12345678901234567890 }')), new NameTable(["a"]));
  assert.equal(stringifyExactly(entry), '["a",12345678901234567890]');
});

test("a text that begins with U+FEFF keeps it", () => {
  assert.equal(new JsonScanner(Buffer.from('\ufeff"\ufeffa"')).readValue(), "\ufeffa");
});

test("throws if the JSON ends early", () => {
  const text = '{"a":{"b":["c\\"",1]},"d":"e"}';
  for (let length = 1; length < text.length; length++) {
    const scanner = new JsonScanner(Buffer.from(text.slice(0, length)));
    assert.throws(() => readEntries(scanner, new NameTable(["d"])), SyntaxError, text.slice(0, length));
  }
});
