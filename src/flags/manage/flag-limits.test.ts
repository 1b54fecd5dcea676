import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFlagLimits, MAX_DEFINITION_BYTES, MAX_FLAGS, MAX_PROJECT_BYTES } from "./flag-limits.ts";

const flagsOf = (definitions: readonly string[]) => definitions.map((definition) => ({ definition }));
const check = (before: readonly string[], after: readonly string[]) => checkFlagLimits(flagsOf(before), flagsOf(after));
const refused = (before: readonly string[], after: readonly string[], detail: RegExp) =>
  assert.throws(() => check(before, after), { code: "max_length", message: detail });

test("the number and the size of flags are bounded", () => {
  const large = "ж".repeat(MAX_DEFINITION_BYTES / 2);
  const full = Array(MAX_PROJECT_BYTES / MAX_DEFINITION_BYTES).fill(large);
  const many = Array(MAX_FLAGS).fill("{}");
  for (const fitting of [full, many]) check([], fitting);
  refused(many, [...many, "{}"], /5000 flags, not 5001/);
  refused([], [`${large}x`], /A flag may have 524288 bytes, not 524289/);
  refused(full, [...full, "x"], /together/);
});

test("a project that exceeds a bound already may shrink and change, but not grow", () => {
  const before = Array(MAX_FLAGS + 2).fill("{}");
  check(before, before);
  check(before, before.slice(1));
  refused(before, [...before, "{}"], /flags/);
});
