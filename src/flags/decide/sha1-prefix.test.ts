import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "../../../test/support/any-json.ts";
import { HashPrefix, HashSuffix } from "./sha1-prefix.ts";

function expected(text: string): number {
  return Number(BigInt(`0x${createHash("sha1").update(text, "utf8").digest("hex").slice(0, 15)}`));
}

const hashed = (prefix: string, suffix: string) => new HashSuffix(suffix).hashWith(new HashPrefix(prefix));

test("texts of every length up to two blocks, divided anywhere", () => {
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(3);
  for (let length = 0; length <= 128; length += 1) {
    const whole = text.slice(0, length);
    for (const at of [0, 1, length >> 1, (length >> 1) + 1, length]) {
      assert.equal(hashed(whole.slice(0, at), whole.slice(at)), expected(whole), `${at} of ${length}`);
    }
  }
});

test("a suffix is hashed with many prefixes", () => {
  const suffix = new HashSuffix("user-1");
  const keys = Array.from({ length: 60 }, (_, length) => "k".repeat(length));
  for (const key of [...keys, ...keys.toReversed()]) {
    assert.equal(suffix.hashWith(new HashPrefix(key)), expected(`${key}user-1`), key);
  }
});

test("any suffix, in ASCII and beyond it", () => {
  const text = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: anyCharacter, maxLength: 80 }));
  fc.assert(
    fc.property(text, (value) => assert.equal(hashed("a-key.", value), expected(`a-key.${value}`))),
    { numRuns: 500 },
  );
});
