import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisonText, foldAscii } from "./comparison-text.ts";

test("a string is itself, anything else is its JSON", () => {
  const cases: [unknown, string][] = [
    ["", ""],
    ["1", "1"],
    [1, "1"],
    [1.5, "1.5"],
    [true, "true"],
    [null, "null"],
    [["a", 1], '["a",1]'],
    [{ b: { z: 1, y: [] }, a: "x" }, '{"a":"x","b":{"y":[],"z":1}}'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ];
  for (const [value, text] of cases) assert.equal(comparisonText(value), text);
});

test("what nests too deep, or is not JSON, has no text", () => {
  const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  assert.equal(comparisonText(nested(60)).length, 120);
  assert.throws(() => comparisonText(nested(5000)), /nests deeper/);
  for (const value of [undefined, Number.NaN, [Number.POSITIVE_INFINITY], [undefined]]) {
    assert.throws(() => comparisonText(value), /is not JSON/);
  }
});

test("folding touches A to Z only", () => {
  assert.equal(foldAscii("ABC-É-xyz-ÀZ"), "abc-É-xyz-Àz");
});
