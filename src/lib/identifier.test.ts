import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_IDENTIFIER_LENGTH, toIdentifier } from "./identifier.ts";

const cases: [name: string, value: unknown, expected: string][] = [
  ["a text", "ada", "ada"],
  ["spaces stay", " ada ", " ada "],
  ["a number", 42, "42"],
  ["a fraction", 1.5, "1.5"],
  ["zero", 0, "0"],
  ["true", true, "true"],
  ["false", false, "false"],
  ["null", null, ""],
  ["undefined", undefined, ""],
  ["an object", { toString: () => "ada" }, ""],
  ["a list", ["ada"], ""],
  ["too long", "x".repeat(10_000), "x".repeat(MAX_IDENTIFIER_LENGTH)],
  ["characters beyond the basic plane", "😀".repeat(300), "😀".repeat(MAX_IDENTIFIER_LENGTH)],
  ["few such characters", `${"x".repeat(199)}😀y`, `${"x".repeat(199)}😀`],
  ["NULs", "\0a\0", "\uFFFDa\uFFFD"],
  ["the first half of a pair", "\uD83D", "\uFFFD"],
  ["the second half of a pair", "a\uDE00", "a\uFFFD"],
  ["a pair", "😀", "😀"],
];

for (const [name, value, expected] of cases) {
  test(`identifier of ${name}`, () => assert.equal(toIdentifier(value), expected));
}

test("an identifier's identifier is itself", () => {
  for (const [, value] of cases) assert.equal(toIdentifier(toIdentifier(value)), toIdentifier(value));
});
