import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GroupRanges } from "./journal.ts";
import { type GroupRange, MAX_RANGES } from "./journal-entry.ts";

const group = (id: number, entries = 1, bytes = 10): GroupRange => ({
  first: id,
  last: id,
  entries,
  bytes,
  receivedAt: id,
});

test("as long as there are few, each group leaves with what it has", () => {
  const runs = new GroupRanges([group(3, 2, 20), group(4, 1, 10)]);
  runs.add(group(7, 5, 50));
  assert.equal(runs.oldest, 3);
  assert.deepEqual(runs.removeUpTo(2), { entries: 0, bytes: 0 });
  assert.deepEqual(runs.removeUpTo(5), { entries: 3, bytes: 30 });
  assert.equal(runs.oldest, 7);
  assert.deepEqual(runs.removeUpTo(100), { entries: 5, bytes: 50 });
  assert.equal(runs.oldest, null);
});

test("of very many, neighbours are counted together; however they leave, about as much is left as is there, and nothing in the end", () => {
  const count = 5 * MAX_RANGES;
  const property = fc.property(fc.array(fc.integer({ min: 1, max: count }), { maxLength: 20 }), (stops) => {
    const runs = new GroupRanges([]);
    for (let id = 1; id <= count; id++) runs.add(group(id, 2, 100));
    let left = { entries: 2 * count, bytes: 100 * count };
    for (const id of [...stops.toSorted((a, b) => a - b), count]) {
      const { entries, bytes } = runs.removeUpTo(id);
      left = { entries: left.entries - entries, bytes: left.bytes - bytes };
      assert.ok(Math.abs(left.entries - 2 * (count - id)) <= 20, `${left.entries} after ${id}`);
      assert.ok(Math.abs(left.bytes - 100 * (count - id)) <= 20, `${left.bytes} after ${id}`);
    }
    assert.deepEqual([left, runs.oldest], [{ entries: 0, bytes: 0 }, null]);
  });
  fc.assert(property, { numRuns: 20 });
});

test("very many take no more memory than many", () => {
  const runs = new GroupRanges([]);
  const heldAfter = (upTo: number) => {
    for (let id = 1; id <= upTo; id++) runs.add(group(id));
    return runs.length;
  };
  assert.ok(heldAfter(MAX_RANGES / 2) === MAX_RANGES / 2);
  for (const more of [1, 2, 3]) assert.ok(heldAfter(more * MAX_RANGES) <= MAX_RANGES);
});
