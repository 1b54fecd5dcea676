import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { requireFreeSpace } from "./free-space.ts";

test("a disk with enough room is taken, one with less is named with both figures", () => {
  requireFreeSpace(tmpdir(), 0);
  const pattern = /^Error: The disk of .+ is nearly full: [\d.]+ MB are free, and 1000000000\.0 MB are kept free\.$/;
  assert.throws(() => requireFreeSpace(tmpdir(), 1e15), pattern);
});
