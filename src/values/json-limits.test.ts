import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseExactly } from "./json.ts";
import { measureJson } from "./json-limits.ts";

const measure = (json: string) => measureJson(Buffer.from(json));

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
