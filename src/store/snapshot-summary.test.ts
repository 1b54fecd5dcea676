import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addSummaries, type SnapshotSummary } from "./snapshot-summary.ts";

const count = fc.nat(20);
const summary: fc.Arbitrary<SnapshotSummary> = fc.record(
  {
    firstMs: fc.nat(3),
    lastMs: fc.integer({ min: 1000, max: 90_000 }),
    distinctId: fc.constantFrom("ann", "bob", "cy"),
    clicks: count,
    keypresses: count,
    mouseActivity: count,
    consoleLog: count,
    consoleWarn: count,
    consoleError: count,
    startUrl: fc.option(fc.tuple(fc.nat(3), fc.constantFrom("/a", "/b", "/c")).map(([at, url]) => ({ at, url }))),
  },
  { noNullPrototype: true },
);

test("adding summaries is commutative and associative", () => {
  fc.assert(
    fc.property(summary, summary, summary, (a, b, c) => {
      assert.deepEqual(addSummaries(a, b), addSummaries(b, a));
      assert.deepEqual(addSummaries(addSummaries(a, b), c), addSummaries(a, addSummaries(b, c)));
    }),
  );
});

test("a sum has the first and last time, all counts, the first URL and the first distinct id", () => {
  const none = { clicks: 0, keypresses: 0, mouseActivity: 0, consoleLog: 0, consoleWarn: 0, consoleError: 0 };
  const a = { ...none, firstMs: 10, lastMs: 20, distinctId: "ann", clicks: 2, startUrl: null };
  const b = { ...none, firstMs: 5, lastMs: 15, distinctId: "bob", clicks: 3, startUrl: { at: 5, url: "/" } };
  assert.deepEqual(addSummaries(a, b), { ...none, ...b, lastMs: 20, clicks: 5 });
});
