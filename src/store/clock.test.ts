import assert from "node:assert/strict";
import { test } from "node:test";
import { clockFinding } from "./probe.ts";

const NOW = Date.UTC(2026, 0, 1);

test("a difference within the round trip is ok", () => {
  for (const theirs of [NOW - 4999, NOW + 4999]) assert.equal(clockFinding(theirs, NOW, 0).state, "ok");
  assert.equal(clockFinding(NOW - 30_000, NOW, 30_000).state, "ok");
});

test("a difference says which clock is behind, and is a fault once S3 refuses requests", () => {
  const { state, text } = clockFinding(NOW + 8000, NOW, 0);
  assert.deepEqual([state, /this machine is 8\.0 s behind/.test(text)], ["warning", true]);
  assert.match(clockFinding(NOW - 8000, NOW, 0).text, /8\.0 s ahead of/);
  assert.equal(clockFinding(NOW - 3_600_000, NOW, 100).state, "fault");
});
