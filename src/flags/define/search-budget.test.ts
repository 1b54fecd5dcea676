import assert from "node:assert/strict";
import { test } from "node:test";
import { SearchBudget } from "./search-budget.ts";

test("texts are found in others", () => {
  const budget = new SearchBudget();
  assert.deepEqual([budget.contains("abc", "bc"), budget.contains("abc", "ac")], [true, false]);
  assert.deepEqual([budget.contains("abc", ""), budget.contains("abc", "abcd")], [true, false]);
});

test("one decision looks for thousands of texts in short values, or for fewer in long ones", () => {
  const search = (length: number, times: number) => {
    const budget = new SearchBudget();
    for (let count = 0; count < times; count++) budget.contains("a".repeat(length), "b");
  };
  search(100, 50_000);
  search(10_000, 500);
  assert.throws(() => search(10_000, 501), RangeError);
});
