import assert from "node:assert/strict";
import { test } from "node:test";
import { readRecordingFilter } from "./recording-operations.ts";

test("a date without a time is a whole day in UTC", () => {
  const page = { limit: 1, offset: 0 };
  const { from, to } = readRecordingFilter({ ...page, date_from: "2026-01-31", date_to: "2026-01-31" });
  assert.equal(from, Date.UTC(2026, 0, 31));
  assert.equal(to, Date.UTC(2026, 1, 1) - 1);
  assert.equal(readRecordingFilter({ ...page, date_to: "2026-01-31T10:00:00Z" }).to, Date.UTC(2026, 0, 31, 10));
});
