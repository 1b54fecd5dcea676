import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GroupRanges } from "./group-ranges.ts";
import { type GroupRange, MAX_RANGES } from "./journal-entry.ts";

const group = (id: number, entries = 1, bytes = 10): GroupRange => ({
  first: id,
  last: id,
  entries,
  bytes,
  receivedAt: id,
});

test("few groups are counted exactly", () => {
  const ranges = new GroupRanges([group(3, 2, 20), group(4, 1, 10)]);
  ranges.add(group(7, 5, 50));
  assert.equal(ranges.oldest, 3);
  assert.deepEqual(ranges.removeUpTo(2), { entries: 0, bytes: 0 });
  assert.deepEqual(ranges.removeUpTo(5), { entries: 3, bytes: 30 });
  assert.equal(ranges.oldest, 7);
  assert.deepEqual(ranges.removeUpTo(100), { entries: 5, bytes: 50 });
  assert.equal(ranges.oldest, null);
});

test("neighbors of very many groups are counted together, nearly exact at any time, and exact in the end", () => {
  const count = 5 * MAX_RANGES;
  const property = fc.property(fc.array(fc.integer({ min: 1, max: count }), { maxLength: 20 }), (ids) => {
    const ranges = new GroupRanges([]);
    for (let id = 1; id <= count; id++) ranges.add(group(id, 2, 100));
    let left = { entries: 2 * count, bytes: 100 * count };
    for (const id of [...ids.toSorted((a, b) => a - b), count]) {
      const { entries, bytes } = ranges.removeUpTo(id);
      left = { entries: left.entries - entries, bytes: left.bytes - bytes };
      assert.ok(Math.abs(left.entries - 2 * (count - id)) <= 20, `${left.entries} after ${id}`);
      assert.ok(Math.abs(left.bytes - 100 * (count - id)) <= 20, `${left.bytes} after ${id}`);
    }
    assert.deepEqual([left, ranges.oldest], [{ entries: 0, bytes: 0 }, null]);
  });
  fc.assert(property, { numRuns: 20 });
});

test("the number of ranges is bounded", () => {
  const ranges = new GroupRanges([]);
  const countAfter = (upTo: number) => {
    for (let id = 1; id <= upTo; id++) ranges.add(group(id));
    return ranges.length;
  };
  assert.ok(countAfter(MAX_RANGES / 2) === MAX_RANGES / 2);
  for (const more of [1, 2, 3]) assert.ok(countAfter(more * MAX_RANGES) <= MAX_RANGES);
});
