import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { estimateRegexCost } from "./bounded-regex.ts";

const MAX = 5000;

test("patterns of usual size cost about as many instructions as their programs have", () => {
  const patterns = [
    "^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$",
    "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
    "^(10\\.|192\\.168\\.|172\\.(1[6-9]|2\\d|3[01])\\.)",
    "(?i)^(ann|bob|käthe)@example\\.(com|org)$",
    "[[:alpha:]]+(?P<year>\\d{4})",
    "(?i)[а-яё]{1,20}",
  ];
  for (const pattern of patterns) {
    const [cost, size] = [estimateRegexCost(pattern, MAX), RE2JS.compile(pattern).programSize()];
    assert.ok(cost >= size && cost <= 2 * size + 20, `${pattern}: ${cost} for ${size}`);
  }
});

test("repeats of repeats multiply, wherever they hide", () => {
  const body = "a?".repeat(40);
  const patterns = [
    `(?:${body}){0,1000}0`,
    `(?:${body}\\Q(\\E){0,1000}`,
    `(?:\\Q${"a)".repeat(40)}\\E){1000}`,
    `(?:${body}[](]){1000}`,
    `(?:${body}[[:alpha:](]){1000}`,
    `(?:${body}\\(){1000}`,
    `(?i:${body}){1000,}`,
    `(?P<n>${body}){1000}`,
    `(?:(?:${body}){30}){30}`,
    "a{100}\\Q\\E{100}",
    `((?s)${body}){1000}`,
  ];
  for (const pattern of patterns) assert.equal(estimateRegexCost(pattern, MAX), Number.POSITIVE_INFINITY, pattern);
});

test("tables and case folding cost more than their program", () => {
  const patterns = [
    "\\p{L}".repeat(100),
    `[${"\\P{Greek}".repeat(100)}]`,
    "\\pL|".repeat(100),
    `(?i)[${"\\x{42}-\\x{1E942}".repeat(2)}]`,
    "(?i)[B-\u{1e942}][C-\u{1e942}]",
    "(?i)[^\\x41-\\x{1E943}a-\\x{1ffff}]",
  ];
  for (const pattern of patterns) assert.equal(estimateRegexCost(pattern, MAX), Number.POSITIVE_INFINITY, pattern);
});

test("no program is larger than the estimate", () => {
  const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
    pattern: fc
      .array(fc.tuple(tie("atom"), fc.constantFrom("", "", "?", "*", "+", "{2}", "{0,3}", "{2,}", "{1,5}?", "|")), {
        maxLength: 5,
      })
      .map((parts) => parts.flat().join("")),
    atom: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("a", "é", "😀", ".", "^", "\\d", "\\pL", "\\x{3b1}", "\\(", "{", "\\Qa(b\\E", "\\Q\\E", "[^]a]"),
      fc.constantFrom("[[:alpha:](]", "[\\]a-z]", "[a-]", "[\\pL\\d]", "(?i)", "()", "(?:)", "\\b", "[[:a]", "\\x41"),
      tie("pattern").map((inner) => `(${inner})`),
      tie("pattern").map((inner) => `(?:${inner})`),
      tie("pattern").map((inner) => `(?i:${inner})`),
    ),
  }));
  let compared = 0;
  fc.assert(
    fc.property(pattern, (text) => {
      const size = sizeOf(text);
      if (size === undefined) return;
      compared += 1;
      const cost = estimateRegexCost(text, Number.POSITIVE_INFINITY);
      assert.ok(cost >= size, `${text}: ${cost} for ${size}`);
    }),
    { numRuns: 500 },
  );
  assert.ok(compared > 100);
});

function sizeOf(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch {
    return undefined;
  }
}
