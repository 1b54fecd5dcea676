import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { sha1Prefix } from "./sha1-prefix.ts";

function expected(text: string): number {
  return Number(BigInt(`0x${createHash("sha1").update(text, "utf8").digest("hex").slice(0, 15)}`));
}

test("texts of every length up to two blocks", () => {
  for (let length = 0; length <= 128; length += 1) {
    const text = "The quick brown fox jumps over the lazy dog. ".repeat(3).slice(0, length);
    assert.equal(sha1Prefix(text), expected(text), String(length));
  }
});

test("any text, in ASCII and beyond it", () => {
  const text = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: "binary", maxLength: 80 }));
  fc.assert(
    fc.property(text, (value) => assert.equal(sha1Prefix(value), expected(value))),
    { numRuns: 2000 },
  );
});
