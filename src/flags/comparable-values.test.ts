import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisonText, compileRegex, foldAscii, regexMatches } from "./comparable-values.ts";

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

test("a pattern matches anywhere in the text unless it is anchored", () => {
  const cases: [string, string, boolean][] = [
    ["a.c", "xabcx", true],
    ["^a.c$", "xabcx", false],
    ["", "anything", true],
    ["ABC", "abc", false],
    ["(?i)ABC", "abc", true],
    ["^\\d{3}-\\w+$", "123-abc", true],
    ["é+", "caféé", true],
  ];
  for (const [pattern, text, expected] of cases) assert.equal(regexMatches(pattern, text), expected, pattern);
});

test("patterns that hang backtracking engines return the right result", () => {
  const long = "a".repeat(9_999);
  for (const pattern of ["(a+)+$", "^(a|aa)*$", "(a*)*b$", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
    assert.equal(regexMatches(pattern, `${long}!`), false, pattern);
  }
  assert.equal(regexMatches("(a+)+$", long), true);
});

test("unsupported patterns, large patterns and long texts are refused", () => {
  for (const pattern of ["(?=a)b", "(?!a)b", "(?<=a)b", "(a)\\1", "[", "(", "a{1001}", "((a{10}){10}){11}"]) {
    assert.throws(() => compileRegex(pattern), pattern);
  }
  assert.throws(() => compileRegex("a".repeat(1001)), /longer than 1000/);
  assert.throws(() => compileRegex("([a-z]{500}|[0-9]{500}){0,2}(x{900}|y{900})"), /repeats too much/);
  assert.throws(() => regexMatches("a", "a".repeat(10_001)), /too long/);
});

test("a pattern is compiled once", () => {
  assert.equal(compileRegex("^once$"), compileRegex("^once$"));
});
