import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  ACTIVE_GAP_MS,
  activeHours,
  activeMs,
  HOUR_MS,
  joinAllHours,
  joinStretches,
  type Stretch,
} from "./active-hours.ts";

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
test("joining stretches is associative", () => {
  fc.assert(
    fc.property(fc.array(stretch), fc.nat(), (all, cut) => {
      const at = cut % (all.length + 1);
      const parts = [...joinStretches(all.slice(0, at)), ...joinStretches(all.slice(at))];
      assert.deepEqual(joinStretches(parts), joinStretches(all));
    }),
  );
});

const totalMs = (times: readonly number[]) => activeHours(times).reduce((sum, hour) => sum + activeMs(hour), 0);

test("a pause of up to five seconds is active, also across the end of an hour", () => {
  for (const start of [0, HOUR_MS - 7000, HOUR_MS - 5000, HOUR_MS - 1, HOUR_MS]) {
    assert.equal(totalMs([start, start + 5000, start + 10_001, start + 11_000]), 5999, `${start}`);
  }
});

test("an hour knows the first activity soon after it", () => {
  const hours = activeHours([HOUR_MS + 5000, HOUR_MS + 4000, 2 * HOUR_MS + 5001]);
  assert.deepEqual(hours, [
    { hour: 0, stretches: [], next: HOUR_MS + 4000 },
    { hour: 1, stretches: [[4000, 5000]], next: null },
    { hour: 2, stretches: [[5001, 5001]], next: null },
  ]);
});

test("the size of an hour is bounded, however much activity it has", () => {
  const [hour] = activeHours(Array.from({ length: HOUR_MS / 10 }, (_, index) => HOUR_MS + index * 10));
  assert.ok(hour && hour.stretches.length <= 1);
  const [busiest] = activeHours(
    Array.from({ length: 720 }, (_, index) => 5001 + index * 5001).filter((at) => at < HOUR_MS),
  );
  assert.equal(busiest?.stretches.length, 719);
});

test("joined hours, in any order, grouping and repetition, sum up the short gaps between interactions", () => {
  const time = fc.oneof(fc.nat(3 * HOUR_MS), fc.integer({ min: HOUR_MS - 12_000, max: HOUR_MS + 12_000 }));
  const pieces = fc.array(fc.array(time, { maxLength: 20 }), { maxLength: 8 });
  const property = fc.property(pieces, fc.array(fc.nat()), (timesByPiece, repeats) => {
    const sorted = timesByPiece.flat().toSorted((a, b) => a - b);
    const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0));
    const expected = gaps.filter((gap) => gap <= ACTIVE_GAP_MS).reduce((sum, gap) => sum + gap, 0);
    const again = repeats.map((index) => timesByPiece[index % Math.max(1, timesByPiece.length)] ?? []);
    const parts = [...timesByPiece, ...again].map(activeHours);
    for (const order of [parts, parts.toReversed(), [parts.flat()]]) {
      const joined = order.reduce((sum, part) => joinAllHours([part, sum].flat()), []);
      assert.equal(
        joined.reduce((sum, hour) => sum + activeMs(hour), 0),
        expected,
      );
      assert.deepEqual(joined, activeHours(timesByPiece.flat()));
    }
  });
  fc.assert(property, { numRuns: 200 });
});
