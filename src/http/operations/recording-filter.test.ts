import assert from "node:assert/strict";
import { test } from "node:test";
import { TooManyDistinctIds } from "../../recordings/library/build-recording-filter.ts";
import { readRecordingFilter, refuseLargePerson } from "./recording-filter.ts";

test("a person with too many distinct ids is an invalid person_uuid; other errors pass unchanged", () => {
  const refused = { code: "invalid_input", attr: "person_uuid", message: "Too many." };
  assert.throws(() => refuseLargePerson(new TooManyDistinctIds("Too many.")), refused);
  const other = new Error("other");
  assert.throws(() => refuseLargePerson(other), other);
});

test("a date without a time is a whole day in UTC", () => {
  const page = { limit: 1, offset: 0 };
  const { from, to } = readRecordingFilter({ ...page, date_from: "2026-01-31", date_to: "2026-01-31" });
  assert.equal(from, Date.UTC(2026, 0, 31));
  assert.equal(to, Date.UTC(2026, 1, 1) - 1);
  assert.equal(readRecordingFilter({ ...page, date_to: "2026-01-31T10:00:00Z" }).to, Date.UTC(2026, 0, 31, 10));
});
