import assert from "node:assert/strict";
import { test } from "node:test";
import { GroupRanges } from "./group-ranges.ts";
import { JournalShares } from "./journal-shares.ts";
import { splitLargest, sumByProject } from "./project-bytes.ts";
import { journalEntry } from "./test-journal.ts";

test("among very many groups of many projects, one with a large share is known, and nothing is left in the end", () => {
  const shares = new JournalShares(50_000);
  const ranges = new GroupRanges([], (projects) => shares.subtract(projects));
  const count = 20_000;
  for (let id = 1; id <= count; id++) {
    const small = Array.from({ length: 20 }, (_, index) => [`small ${(id * 20 + index) % 500}`, 1] as const);
    const { largest: projects } = splitLargest(sumByProject([...small, ["large", 30]]));
    shares.add(projects);
    ranges.add({ first: id, last: id, entries: 21, bytes: 50, receivedAt: id, projects });
  }
  const isExceeded = (projectId: string, bytes: number) =>
    shares.isExceeded(journalEntry("x".repeat(bytes), { projectId }), 50 * count);
  assert.equal(isExceeded("large", 1), true);
  assert.equal(isExceeded("small 1", 1), false);
  for (let id = 1; id <= count; id += 7) ranges.removeUpTo(id);
  ranges.removeUpTo(count);
  assert.equal(isExceeded("large", 50_000), false);
  assert.equal(isExceeded("large", 50_001), true);
});
