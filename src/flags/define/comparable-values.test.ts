import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisonText, foldAscii } from "./comparable-values.ts";

test("the text of a string is itself, of any other value its JSON", () => {
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

test("values that nest too deep or are not JSON are refused", () => {
  const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
  assert.equal(comparisonText(nested(60)).length, 120);
  assert.throws(() => comparisonText(nested(5000)), /nests deeper/);
  for (const value of [undefined, Number.NaN, [Number.POSITIVE_INFINITY], [undefined]]) {
    assert.throws(() => comparisonText(value), /is not JSON/);
  }
});

test("foldAscii changes only A to Z", () => {
  assert.equal(foldAscii("ABC-É-xyz-ÀZ"), "abc-É-xyz-Àz");
});

test("the limits of a value hold at every level", () => {
  const limits = { maxLength: 20, maxItems: 3 };
  for (const fits of ["a".repeat(20), [1, 2, 3], { a: [1, 2, 3] }, ["a".repeat(16)]]) comparisonText(fits, limits);
  for (const long of ["a".repeat(21), ["a".repeat(17)], { abcdefghij: 1234567 }, [[[["a".repeat(11)]]]]]) {
    comparisonText(long);
    assert.throws(() => comparisonText(long, limits), /longer than 20 characters/);
  }
  for (const many of [[1, 2, 3, 4], { a: [1, 2, 3, 4] }, { a: 1, b: 2, c: 3, d: 4 }]) {
    assert.throws(() => comparisonText(many, limits), /more than 3 items/);
  }
});
