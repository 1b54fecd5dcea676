import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { journalEntry } from "../../../test/support/test-journal.ts";
import { JournalLedger, MAX_RANGES, sumByProject } from "./journal-ledger.ts";

const NONE = new Map<string, number>();
const group = (id: number, entries = 1, bytes = 10) => ({ first: id, last: id, entries, bytes, receivedAt: id });
const figures = ({ entries, bytes, oldest }: JournalLedger) => ({ entries, bytes, oldest });

test("few groups are counted exactly", () => {
  const ledger = new JournalLedger(1000, [group(3, 2, 20), group(4, 1, 10)]);
  ledger.add(journalEntry("x".repeat(50)));
  ledger.addGroups(group(7, 1, 50), NONE);
  assert.deepEqual(figures(ledger), { entries: 4, bytes: 80, oldest: 3 });
  ledger.release(2);
  assert.deepEqual(figures(ledger), { entries: 4, bytes: 80, oldest: 3 });
  ledger.release(5);
  assert.deepEqual(figures(ledger), { entries: 1, bytes: 50, oldest: 7 });
  ledger.release(100);
  assert.deepEqual(figures(ledger), { entries: 0, bytes: 0, oldest: null });
});

test("an entry that is not appended is no longer counted", () => {
  const ledger = new JournalLedger(10, []);
  const entry = journalEntry("x".repeat(8), { projectId: "1" });
  ledger.add(entry);
  ledger.markActive(journalEntry("y", { projectId: "2" }));
  assert.equal(ledger.exceedsShare(entry), true);
  ledger.remove({ entries: 1, bytes: 8 }, new Map([["1", 8]]));
  assert.deepEqual(figures(ledger), { entries: 0, bytes: 0, oldest: null });
  assert.equal(ledger.exceedsShare(entry), false);
});

test("neighbors of very many groups are counted together, nearly exact at any time, and exact in the end", () => {
  const count = 5 * MAX_RANGES;
  const property = fc.property(fc.array(fc.integer({ min: 1, max: count }), { maxLength: 20 }), (ids) => {
    const earlier = Array.from({ length: count }, (_, index) => group(index + 1, 2, 100));
    const ledger = new JournalLedger(1000, earlier);
    ledger.addGroups(group(count + 1, 0, 0), NONE); // merges neighbors
    for (const id of [...ids.toSorted((a, b) => a - b), count]) {
      ledger.release(id);
      assert.ok(Math.abs(ledger.entries - 2 * (count - id)) <= 20, `${ledger.entries} after ${id}`);
      assert.ok(Math.abs(ledger.bytes - 100 * (count - id)) <= 20, `${ledger.bytes} after ${id}`);
    }
    ledger.release(count + 1);
    assert.deepEqual(figures(ledger), { entries: 0, bytes: 0, oldest: null });
  });
  fc.assert(property, { numRuns: 20 });
});

test("the number of ranges is bounded", () => {
  const ledger = new JournalLedger(1000, []);
  const countAfter = (upTo: number) => {
    for (let id = 1; id <= upTo; id++) ledger.addGroups(group(id), NONE);
    return ledger.rangeCount;
  };
  assert.ok(countAfter(MAX_RANGES / 2) === MAX_RANGES / 2);
  for (const more of [1, 2, 3]) assert.ok(countAfter(more * MAX_RANGES) <= MAX_RANGES);
});

test("among very many groups of many projects, one with a large share is known, and nothing is left in the end", () => {
  const ledger = new JournalLedger(50_000, []);
  const count = 20_000;
  for (let id = 1; id <= count; id++) {
    const small = Array.from({ length: 20 }, (_, index) => [`small ${(id * 20 + index) % 500}`, 1] as const);
    const entries = [...small, ["large", 30] as const].map(([projectId, bytes]) =>
      journalEntry("x".repeat(bytes), { projectId }),
    );
    for (const entry of entries) ledger.add(entry);
    ledger.addGroups(group(id, 21, 50), sumByProject([...small, ["large", 30]]));
  }
  const exceeds = (projectId: string, bytes: number) =>
    ledger.exceedsShare(journalEntry("x".repeat(bytes), { projectId }));
  ledger.markActive(journalEntry("x", { projectId: "other" }));
  assert.equal(exceeds("large", 1), true);
  assert.equal(exceeds("small 1", 1), false);
  for (let id = 1; id <= count; id += 7) ledger.release(id);
  ledger.release(count);
  assert.equal(exceeds("large", 50_000), false);
  assert.equal(exceeds("large", 50_001), true);
});
