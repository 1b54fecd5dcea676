import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonValue } from "../../../test/support/any-json.ts";
import { countValues } from "./count-values.ts";

const count = (json: string, max = 1000) => countValues(Buffer.from(json), max);

/** Returns the number of values in a parsed value. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + valuesIn(item), 1);
}

test("counts commas and opening brackets", () => {
  assert.deepEqual(
    ["1", "[]", "[1]", "[1,2]", '{"a":[{},{}]}'].map((json) => count(json)),
    [1, 2, 2, 3, 6],
  );
});

test("ignores strings, with quotes and backslashes in them", () => {
  for (const text of [",[{", 'a",[{"', "\\", '\\",[', "\\\\"]) {
    assert.equal(count(JSON.stringify([text, { [text]: 1 }])), 4, text);
  }
});

test("counts no less than there are values, and no more than twice as many", () => {
  fc.assert(
    fc.property(anyJsonValue, (value) => {
      const [counted, values] = [count(JSON.stringify(value)), valuesIn(value)];
      assert.ok(counted >= values && counted <= 2 * values, `${counted} of ${values}`);
    }),
  );
});

test("stops above the maximum", () => {
  assert.equal(count("[1,2,3,4,5,6]", 3), 4);
  assert.equal(count(`"${"x".repeat(100)}`), 1);
});
