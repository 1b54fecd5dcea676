import assert from "node:assert/strict";
import { test } from "node:test";
import { ComparedValue, TextBudget } from "./compared-value.ts";

test("a value is compared in several forms", () => {
  const { text, lowerCase, folded, number, date, version } = new ComparedValue("V1.2É", new TextBudget());
  assert.deepEqual(
    [text, lowerCase, folded, number, date, version],
    ["V1.2É", "v1.2é", "v1.2É", undefined, undefined, undefined],
  );
  const numeric = new ComparedValue(1.5, new TextBudget());
  assert.deepEqual([numeric.text, numeric.number, numeric.date], ["1.5", 1.5, 1500]);
  assert.deepEqual(numeric.version?.numbers, ["1", "5", "0"]);
});

test("lists and objects of a decision share a budget, which texts do not need", () => {
  const budget = new TextBudget();
  const list = () => new ComparedValue(["a".repeat(9_996)], budget);
  for (let index = 0; index < 10; index += 1) assert.equal(list().text.length, 10_000);
  assert.throws(() => list().text, /longer than/);
  assert.throws(() => new ComparedValue({ a: 1 }, budget).text, /longer than/);
  assert.equal(new ComparedValue("a".repeat(10_000), budget).text.length, 10_000);
});

test("values that cannot be serialized use up the budget, and fail at every attempt", () => {
  const budget = new TextBudget();
  const many = Array.from({ length: 10 }, () => new ComparedValue(new Array(1001).fill(1), budget));
  for (const value of [...many, ...many]) assert.throws(() => value.text, /more than 1000 items/);
  assert.throws(() => new ComparedValue([1], budget).text, /longer than/);
});
