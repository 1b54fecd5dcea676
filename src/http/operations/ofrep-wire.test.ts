import assert from "node:assert/strict";
import { test } from "node:test";
import { Undecided } from "../../flags/decide/flag-context.ts";
import { explainUndecided } from "./flag-wire.ts";

test("says why a flag could not be decided", () => {
  const never = new Undecided({ of: "person" }, { of: "never", why: "the pattern is too slow" });
  assert.equal(explainUndecided(never), "The flag cannot be evaluated: the pattern is too slow.");
  const now = new Undecided({ of: "person" });
  assert.equal(explainUndecided(now), "The flag cannot be evaluated: stored data cannot be read now.");
});
