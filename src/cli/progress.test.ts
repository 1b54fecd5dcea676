import assert from "node:assert/strict";
import { test } from "node:test";
import { progressLine } from "./progress.ts";

test("progress is a bar, a share and a count", () => {
  assert.equal(progressLine(0, 3), "[                              ]   0 %, 0 of 3");
  assert.equal(progressLine(1, 2), "[===============               ]  50 %, 1 of 2");
  assert.equal(progressLine(0, 0), "[==============================] 100 %, 0 of 0");
});
