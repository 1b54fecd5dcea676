import assert from "node:assert/strict";
import { test } from "node:test";
import { TooManyDistinctIds } from "../../recordings/library/build-recording-filter.ts";
import { refuseLargePerson } from "./recording-filter.ts";

test("a person with too many distinct ids is an invalid person_uuid; other errors pass unchanged", () => {
  const refused = { code: "invalid_input", attr: "person_uuid", message: "Too many." };
  assert.throws(() => refuseLargePerson(new TooManyDistinctIds("Too many.")), refused);
  const other = new Error("other");
  assert.throws(() => refuseLargePerson(other), other);
});
