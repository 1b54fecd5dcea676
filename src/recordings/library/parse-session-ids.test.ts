import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../problem.ts";
import { parseSessionIds } from "./parse-session-ids.ts";

test("session ids come repeated, with commas, as a JSON array, or mixed", () => {
  const forms = [["a", "b"], ["a,b"], ['["a","b"]'], [" a , b ,"], ["a", '["b","a"]'], [' ["a", "b"] ']];
  for (const form of forms) assert.deepEqual(parseSessionIds(form), ["a", "b"], JSON.stringify(form));
});

test("an array keeps what commas would part, and numbers become text", () => {
  assert.deepEqual(parseSessionIds(['["a,b"," c ",7]']), ["a,b", " c ", "7"]);
});

test("a hundred are taken, one more is refused; repeated ones count once", () => {
  const ids = Array.from({ length: 100 }, (_, index) => `s${index}`);
  assert.deepEqual(parseSessionIds([ids.join(","), "s5"]), ids);
  assert.throws(() => parseSessionIds([...ids, "one more"]), { code: "max_length", attr: "session_ids" });
});

test("what names no session, or is no array, is refused", () => {
  for (const value of ["", ",", "[]", "[", '["a"', "[null]", '[["a"]]', '[{"id":"a"}]', '["a"] b']) {
    assert.throws(() => parseSessionIds([value]), isRefusal, value);
  }
  assert.throws(() => parseSessionIds([]), isRefusal);
});

function isRefusal(error: unknown): boolean {
  return error instanceof Problem && error.code === "invalid_input" && error.attr === "session_ids";
}
