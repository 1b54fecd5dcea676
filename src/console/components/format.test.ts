import assert from "node:assert/strict";
import { test } from "node:test";
import { formatBytes } from "./format.ts";

test("a size has the unit that fits it", () => {
  const sizes = [0, 999, 1000, 1_500_000, 268_435_456, 5e15, null];
  const shown = ["0 bytes", "999 bytes", "1 kB", "1.5 MB", "268 MB", "5,000 TB", "Cannot be measured"];
  assert.deepEqual(sizes.map(formatBytes), shown);
});
