import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ACTIVE_GAP_MS, addSummaries, joinStretches, type SnapshotSummary, type Stretch } from "./snapshot-summary.ts";

const joins: [name: string, stretches: Stretch[], expected: Stretch[]][] = [
  ["none", [], []],
  [
    "a pause that is just short enough",
    [
      [0, 1],
      [1 + ACTIVE_GAP_MS, 9000],
    ],
    [[0, 9000]],
  ],
  [
    "a pause that is too long",
    [
      [0, 1],
      [2 + ACTIVE_GAP_MS, 9000],
    ],
    [
      [0, 1],
      [5002, 9000],
    ],
  ],
  [
    "unsorted",
    [
      [20_000, 20_001],
      [0, 1],
    ],
    [
      [0, 1],
      [20_000, 20_001],
    ],
  ],
  [
    "one within another",
    [
      [0, 9000],
      [100, 200],
    ],
    [[0, 9000]],
  ],
  [
    "a short one that starts with a long one",
    [
      [0, 9000],
      [0, 10],
    ],
    [[0, 9000]],
  ],
  [
    "a third that two join",
    [
      [0, 0],
      [10_000, 10_000],
      [5000, 5000],
    ],
    [[0, 10_000]],
  ],
];

for (const [name, stretches, expected] of joins) {
  test(`stretches: ${name}`, () => assert.deepEqual(joinStretches(stretches), expected));
}

const stretch = fc.tuple(fc.nat(60_000), fc.nat(9000)).map(([from, length]): Stretch => [from, from + length]);
const count = fc.nat(20);
const summary: fc.Arbitrary<SnapshotSummary> = fc.record(
  {
    firstMs: fc.nat(1000),
    lastMs: fc.integer({ min: 1000, max: 90_000 }),
    clicks: count,
    keypresses: count,
    mouseActivity: count,
    consoleLog: count,
    consoleWarn: count,
    consoleError: count,
    startUrl: fc.option(fc.tuple(fc.nat(3), fc.constantFrom("/a", "/b", "/c")).map(([at, url]) => ({ at, url }))),
    activity: fc.array(stretch, { maxLength: 8 }).map(joinStretches),
  },
  { noNullPrototype: true },
);

test("joining pieces gives what joining the whole gives", () => {
  fc.assert(
    fc.property(fc.array(stretch), fc.nat(), (all, cut) => {
      const at = cut % (all.length + 1);
      const parts = [...joinStretches(all.slice(0, at)), ...joinStretches(all.slice(at))];
      assert.deepEqual(joinStretches(parts), joinStretches(all));
    }),
  );
});

test("summaries add up to the same in any order and grouping", () => {
  fc.assert(
    fc.property(summary, summary, summary, (a, b, c) => {
      assert.deepEqual(addSummaries(a, b), addSummaries(b, a));
      assert.deepEqual(addSummaries(addSummaries(a, b), c), addSummaries(a, addSummaries(b, c)));
    }),
  );
});

test("a sum has the earliest and the latest time, all counts, and the first address", () => {
  const none = { clicks: 0, keypresses: 0, mouseActivity: 0, consoleLog: 0, consoleWarn: 0, consoleError: 0 };
  const a = { ...none, firstMs: 10, lastMs: 20, clicks: 2, startUrl: null, activity: [] };
  const b = { ...none, firstMs: 5, lastMs: 15, clicks: 3, startUrl: { at: 5, url: "/" }, activity: [[5, 6]] as const };
  assert.deepEqual(addSummaries(a, b), { ...none, ...b, lastMs: 20, clicks: 5, activity: [[5, 6]] });
});
