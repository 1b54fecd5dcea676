import assert from "node:assert/strict";
import { test } from "node:test";
import { RegexBudget, RegexCompiler } from "./bounded-regex.ts";

const compileRegex = (pattern: string) => new RegexCompiler(5000).compile(pattern);
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
  assert.throws(() => compileRegex(`(?:${"a?".repeat(488)}){0,1000}0`), /repeats too much/);
});

test("a pattern is compiled once", () => {
  assert.equal(compileRegex("^once$"), compileRegex("^once$"));
});

test("the patterns of a flag share a budget, whether they were compiled before or not", () => {
  for (let repetition = 0; repetition < 2; repetition += 1) {
    const compiler = new RegexCompiler(5000);
    for (const letter of ["a", "b", "c", "d"]) compiler.check(`${letter}{1000}`);
    assert.throws(() => compiler.check("e{1000}"), /repeats too much together/);
    compiler.check("e{800}");
  }
});

test("a pattern costs what reading it takes, even if its program is small", () => {
  const compiler = new RegexCompiler(5000);
  const patterns = Array.from({ length: 200 }, (_, index) => `${"(?s)".repeat(200)}${index}`);
  const compiled = patterns.filter((pattern) => {
    try {
      return compiler.compile(pattern);
    } catch {
      return false;
    }
  });
  assert.ok(compiled.length > 20 && compiled.length < 50, `${compiled.length} patterns`);
});

test("a decision compiles patterns of a bounded cost, and those of the next decision after them", () => {
  const patterns = Array.from({ length: 7 }, (_, index) => `decision-${index}-[a-z]{1000}[0-9]{900}`);
  const isDecided = (budget: RegexBudget) => (pattern: string) => {
    try {
      budget.matches(pattern, "a");
      return true;
    } catch {
      return false;
    }
  };
  assert.equal(patterns.filter(isDecided(new RegexBudget())).length, 5);
  assert.equal(patterns.filter(isDecided(new RegexBudget())).length, 7);
});

test("the regular expressions of a decision share a budget of steps", () => {
  const budget = new RegexBudget();
  const pattern = "(a|b){100}c";
  const steps = compileRegex(pattern).programSize() * 1000;
  for (let left = 500_000; left >= steps; left -= steps) assert.equal(budget.matches(pattern, "a".repeat(1000)), false);
  assert.throws(() => budget.matches(pattern, "a".repeat(1000)), /too long for the regular expressions/);
  assert.equal(budget.matches("^a$", "a"), true, "short texts still fit");
});
