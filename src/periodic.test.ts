import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffMs } from "./periodic.ts";

test("pauses double with each failure up to a minute, and vary by a quarter", () => {
  const middle = [0, 1, 2, 3, 4, 100].map((failures) => backoffMs(failures, 5000, 0.5));
  assert.deepEqual(middle, [5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  assert.deepEqual(
    [0, 1].map((random) => backoffMs(0, 1000, random)),
    [750, 1250],
  );
  assert.equal(backoffMs(3, 600_000, 0.5), 600_000);
});
