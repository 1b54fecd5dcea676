import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonObject } from "../../../test/support/any-json.ts";
import { parseExactly } from "./json.ts";
import { JsonReader } from "./json-reader.ts";

const read = (json: Uint8Array) => {
  const reader = new JsonReader(json, () => undefined);
  const value = reader.readValue();
  reader.end();
  return { value, size: reader.size };
};
const measure = (json: string) => read(Buffer.from(json)).size;

const sizes: [json: string, values: number, containers: number, depth: number, longNumbers: number][] = [
  ["1", 1, 0, 0, 0],
  ["[]", 2, 1, 1, 0],
  ['{"a":[{},{}],"b":[1,2]}', 9, 5, 3, 0],
  ['",[{\\",1e999"', 1, 0, 0, 0],
  ["[1e999,-1E+400,1e-400,1e10,0.12345678901234567]", 6, 1, 1, 2],
  ["[1234567890123456,123456789012345,-12345678901234567890]", 4, 1, 1, 2],
  [`[${"9".repeat(300)}]`, 2, 1, 1, 1],
];
for (const [json, values, containers, depth, longNumbers] of sizes) {
  test(`the size of ${json.slice(0, 60)}`, () => {
    assert.deepEqual(measure(json), { values, containers, depth, longNumbers });
  });
}

test("every number that does not fit a double is a long one", () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{0,25}$/);
  const number = fc.tuple(
    digits,
    fc.constantFrom("", ".5", "e300", "E+309", "e-5", ".25e400"),
    fc.constantFrom("", "-"),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 20 }), (numbers) => {
      const json = JSON.stringify(numbers.map(([text, tail, sign]) => sign + text + tail)).replaceAll('"', "");
      const exact = (parseExactly(json) as unknown[]).filter((value) => typeof value !== "number").length;
      assert.ok(measure(json).longNumbers >= exact);
    }),
  );
});

const outcome = (parse: () => unknown) => {
  try {
    return JSON.stringify(parse());
  } catch {
    return "refused";
  }
};
const decoder = new TextDecoder("utf-8", { fatal: true });
const assertReadsAsParser = (json: Uint8Array) => {
  const expected = outcome(() => JSON.parse(decoder.decode(json)));
  assert.equal(
    outcome(() => read(json).value),
    expected,
    Buffer.from(json).toString("latin1"),
  );
};

test("accepts what a parser accepts, and nothing else", () => {
  const special = fc.constantFrom(...Buffer.from('{}[]:,"\\/ \n\t\r\0\x1f+-.0123456789eEu\u00e9\ufefftruefalsn'));
  const edit = fc.record({ at: fc.nat(), byte: special, kind: fc.constantFrom("insert", "replace", "remove", "end") });
  fc.assert(
    fc.property(anyJsonObject, fc.array(edit, { maxLength: 3 }), ({ sent }, edits) => {
      const bytes = [...Buffer.from(sent)];
      for (const { at, byte, kind } of edits) {
        const index = at % (bytes.length + 1);
        if (kind === "end") bytes.length = index;
        else bytes.splice(index, kind === "insert" ? 0 : 1, ...(kind === "remove" ? [] : [byte]));
      }
      // An edit may bring a backslash into a name: see `anyName`.
      fc.pre(edits.length === 0 || !/\\\\|\\u005c/i.test(Buffer.from(bytes).toString("latin1")));
      assertReadsAsParser(Uint8Array.from(bytes));
    }),
    { numRuns: 1000 },
  );
});

test("accepts short texts as a parser does", () => {
  const piece = fc.constantFrom(
    ...'{}[]:,"\\ \n-+.0127eEux',
    "true",
    "null",
    '"a"',
    "\\u00e9",
    "\\ud8",
    "\ufeff",
    "\u001f",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => assertReadsAsParser(Buffer.from(pieces.join("")))),
    { numRuns: 1000 },
  );
  for (const json of [
    "",
    "01",
    "1.",
    "-",
    "1e",
    "1e+",
    ".5",
    '"\\x"',
    '"\t"',
    "[1,]",
    '{"a":1,}',
    "{,}",
    "nul",
    "\u00a01",
    '"\ufeff"',
    '\ufeff"\ufeffa"',
  ]) {
    assertReadsAsParser(Buffer.from(json));
  }
});
