import assert from "node:assert/strict";
import { test } from "node:test";
import { compileRegex, RegexBudget } from "./bounded-regex.ts";

const matches = (pattern: string, text: string) => new RegexBudget().matches(pattern, text);

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
  for (const [pattern, text, expected] of cases) assert.equal(matches(pattern, text), expected, pattern);
});

test("patterns that hang backtracking engines return the right result", () => {
  const long = "a".repeat(9_999);
  for (const pattern of ["(a+)+$", "^(a|aa)*$", "(a*)*b$", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
    assert.equal(matches(pattern, `${long}!`), false, pattern);
  }
  assert.equal(matches("(a+)+$", long), true);
});

test("unsupported and large patterns are refused", () => {
  for (const pattern of ["(?=a)b", "(?!a)b", "(?<=a)b", "(a)\\1", "[", "(", "a{1001}", "((a{10}){10}){11}"]) {
    assert.throws(() => compileRegex(pattern), pattern);
  }
  assert.throws(() => compileRegex("a".repeat(1001)), /longer than 1000/);
  assert.throws(() => compileRegex("([a-z]{500}|[0-9]{500}){0,2}(x{900}|y{900})"), /repeats too much/);
});

test("a pattern is compiled once", () => {
  assert.equal(compileRegex("^once$"), compileRegex("^once$"));
});

test("the regular expressions of a decision share a budget of steps", () => {
  const budget = new RegexBudget();
  const pattern = "(a|b){100}c";
  const steps = compileRegex(pattern).programSize() * 1000;
  for (let left = 500_000; left >= steps; left -= steps) assert.equal(budget.matches(pattern, "a".repeat(1000)), false);
  assert.throws(() => budget.matches(pattern, "a".repeat(1000)), /too long for the regular expressions/);
  assert.equal(budget.matches("^a$", "a"), true, "short texts still fit");
});
