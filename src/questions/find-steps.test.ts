import assert from "node:assert/strict";
import { test } from "node:test";
import { findSteps } from "./find-steps.ts";

/** Weeks of counts that vary a little, without chance. */
const weeks = (count: number, day = [40, 42, 41, 38, 36, 20, 18]) =>
  Array.from({ length: count * 7 }, (_, index) => (day[index % 7] ?? 0) + (Math.floor(index / 7) % 3));
const QUIET = weeks(10);
const changed = (change: (count: number) => number, from: number, to = QUIET.length) =>
  QUIET.map((count, day) => (day >= from && day < to ? change(count) : count));
const found = (counts: readonly number[], mornings = 14) =>
  findSteps(counts, mornings).map(({ first, last }) => [first, last]);

test("finds no step in a week that is like the others, or in nothing", () => {
  for (const counts of [QUIET, [], QUIET.map(() => 0), weeks(10, [0, 1, 0, 0, 2, 0, 0])]) {
    assert.deepEqual(findSteps(counts, 30), []);
  }
});

test("finds when a count falls or rises, and until when", () => {
  assert.deepEqual(found(changed(() => 0, 65)), [[65, 69]]);
  assert.deepEqual(found(changed((count) => count * 4, 69)), [[69, 69]]);
  assert.deepEqual(found(changed((count) => Math.round(count / 3), 58, 61)), [[58, 60]]);
});

test("says how many there were a day, and how many were to be expected", () => {
  const [step] = findSteps(
    changed(() => 0, 65),
    14,
  );
  assert.equal(step?.after, 0);
  assert.ok(step && step.before > 25 && step.before < 40, `${step?.before}`);
});

test("finds nothing before there are four weeks to compare with", () => {
  const begun = (day: number) => QUIET.map((count, index) => (index < day ? 0 : index < 69 ? count : count * 5));
  assert.deepEqual(found(begun(35)), [[69, 69]]);
  assert.deepEqual(found(begun(36)), []);
});
