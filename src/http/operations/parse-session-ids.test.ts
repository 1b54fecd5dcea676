import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../lib/problem.ts";
import { parseSessionIds } from "./recording-wire.ts";

const LIMIT = 100;

test("session ids may be repeated, comma-separated, a JSON array, or a mixture", () => {
  const forms = [["a", "b"], ["a,b"], ['["a","b"]'], [" a , b ,"], ["a", '["b","a"]'], [' ["a", "b"] ']];
  for (const form of forms) assert.deepEqual(parseSessionIds(form, LIMIT), ["a", "b"], JSON.stringify(form));
});

test("a JSON array keeps commas and spaces, and turns numbers into text", () => {
  assert.deepEqual(parseSessionIds(['["a,b"," c ",7]'], LIMIT), ["a,b", " c ", "7"]);
});

test("accepts as many ids as the limit and refuses one more; duplicates count once", () => {
  const ids = Array.from({ length: LIMIT }, (_, index) => `s${index}`);
  assert.deepEqual(parseSessionIds([ids.join(","), "s5"], LIMIT), ids);
  assert.throws(() => parseSessionIds([...ids, "one more"], LIMIT), { code: "max_length", attr: "session_ids" });
});

test("refuses values without a session id and broken arrays", () => {
  for (const value of ["", ",", "[]", "[", '["a"', "[null]", '[["a"]]', '[{"id":"a"}]', '["a"] b']) {
    assert.throws(() => parseSessionIds([value], LIMIT), isInvalidInput, value);
  }
  assert.throws(() => parseSessionIds([], LIMIT), isInvalidInput);
});

function isInvalidInput(error: unknown): boolean {
  return error instanceof Problem && error.code === "invalid_input" && error.attr === "session_ids";
}
