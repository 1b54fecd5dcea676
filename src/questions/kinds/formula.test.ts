import assert from "node:assert/strict";
import { test } from "node:test";
import { compileFormula } from "./formula.ts";

const ATTR = "query__trendsFilter__formula";
const answer = (formula: string, ...series: readonly number[]) => compileFormula(formula, series.length, ATTR)(series);

/** Values as Python computes them, 0 for a division by zero, and null for what is too large or no real number. */
const VALUES: readonly (readonly [string, number | null])[] = [
  ["A", 6],
  ["a / b", 1.5],
  ["A/B*100", 150],
  ["A - B - C", 2],
  ["A - (B - 1)", 3],
  ["A + B * C", 6],
  ["(A + B) * 2.5", 25],
  [" ( ( A ) ) ", 6],
  ["-A + B", -2],
  ["--A", 6],
  ["+A", 6],
  ["-2 ** 2", -4],
  ["2 ** -1", 0.5],
  ["2 ** 3 ** 2", 512],
  ["7 % 4", 3],
  ["-7 % 4", 1],
  ["7 % -4", -1],
  ["A / C", 0],
  ["5 + A / C", 5],
  ["C / C", 0],
  ["A % C", 0],
  ["C ** -1", 0],
  ["(-1) ** 0.5", null],
  ["10 ** 999", null],
  ["A ** A ** A ** A", null],
  ["5 + A ** 999", null],
  ["A ** 999 - A ** 999", null],
  ["A ** 999 % 5", null],
  ["5 % A ** 999", null],
  ["A ** 999 / A ** 999", null],
  ["C * A ** 999", null],
  ["A ** 999 / C", 0],
  [".5 + 1.", 1.5],
  [`${"(".repeat(90)}A${")".repeat(90)}`, 6],
];

for (const [formula, expected] of VALUES) {
  test(`${formula} of 6, 4 and 0 is ${expected}`, () => assert.equal(answer(formula, 6, 4, 0), expected));
}

for (const formula of [
  "",
  "A +",
  "D",
  "AB",
  "A B",
  "(A",
  "A)",
  "A ^ B",
  "A // B",
  "log(A)",
  "A;B",
  "1e3",
  "1 2",
  "A**",
]) {
  test(`"${formula}" is refused`, () => {
    assert.throws(() => answer(formula, 6, 4, 0), { code: "invalid_input", attr: ATTR });
  });
}
