import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonDifferences } from "../../lib/json/json-differences.ts";
import { formatDifference } from "./flags-commands.ts";

const differences = (before: unknown, after: unknown) => jsonDifferences(before, after).map(formatDifference);

test("equal values have no differences, whatever the order of their keys", () => {
  assert.deepEqual(differences({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }), []);
});

test("each changed path has a line", () => {
  const before = { name: "x", filters: { groups: [{ rollout_percentage: 10 }, { variant: "a" }] } };
  const after = { name: "y", filters: { groups: [{ rollout_percentage: 50 }], payloads: { true: "p" } } };
  assert.deepEqual(differences(before, after), [
    'name "x" → "y"',
    "filters.groups[0].rollout_percentage 10 → 50",
    'filters.groups[1] removed: {"variant":"a"}',
    'filters.payloads added: {"true":"p"}',
  ]);
});

test("a change of type is one line", () => {
  assert.deepEqual(differences({ a: [1] }, { a: { 0: 1 } }), ['a [1] → {"0":1}']);
  assert.deepEqual(differences({ a: null }, { a: 0 }), ["a null → 0"]);
});

test("unusual keys are quoted", () => {
  const map = (text: string) => JSON.parse(text);
  assert.deepEqual(differences(map('{"__proto__":1,"":1,"a.b":1}'), map('{"__proto__":2,"":2,"a.b":2}')), [
    "__proto__ 1 → 2",
    '[""] 1 → 2',
    '["a.b"] 1 → 2',
  ]);
  assert.deepEqual(differences({}, map('{"constructor":1}')), ["constructor added: 1"]);
});

test("a long value is abbreviated", () => {
  const [line = ""] = differences({ a: "" }, { a: "x".repeat(10_000) });
  assert.ok(line.length < 100);
});
