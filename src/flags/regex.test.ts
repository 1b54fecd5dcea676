import assert from "node:assert/strict";
import { test } from "node:test";
import { compileRegex, regexMatches } from "./regex.ts";

test("an expression matches anywhere in the text, unless it is anchored", () => {
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

test("expressions that make backtracking engines hang end, and are right", () => {
  const long = "a".repeat(9_999);
  for (const pattern of ["(a+)+$", "^(a|aa)*$", "(a*)*b$", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
    assert.equal(regexMatches(pattern, `${long}!`), false, pattern);
  }
  assert.equal(regexMatches("(a+)+$", long), true);
});

test("what is not supported, too large or too long is refused", () => {
  for (const pattern of ["(?=a)b", "(?!a)b", "(?<=a)b", "(a)\\1", "[", "(", "a{1001}", "((a{10}){10}){11}"]) {
    assert.throws(() => compileRegex(pattern), pattern);
  }
  assert.throws(() => compileRegex("a".repeat(1001)), /longer than 1000/);
  assert.throws(() => compileRegex("([a-z]{500}|[0-9]{500}){0,2}(x{900}|y{900})"), /repeats too much/);
  assert.throws(() => regexMatches("a", "a".repeat(10_001)), /too long/);
});

test("an expression is compiled once", () => {
  assert.equal(compileRegex("^once$"), compileRegex("^once$"));
});
