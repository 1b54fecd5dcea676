import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import LZString from "lz-string";
import { Problem } from "../../lib/problem.ts";
import { unpackLz64 } from "./lz64.ts";

const LIMIT = 200_000;
const packed = (text: string) => Buffer.from(LZString.compressToBase64(text));
const unpacked = (bytes: Uint8Array, limit = LIMIT) => Buffer.from(unpackLz64(bytes, limit)).toString();

/** Returns the code of the error. */
function errorCode(bytes: Uint8Array, limit = LIMIT): string {
  try {
    unpackLz64(bytes, limit);
  } catch (error) {
    return error instanceof Problem ? error.code : assert.fail(String(error));
  }
  return assert.fail("it was unpacked");
}

test("decodes what lz-string encodes", () => {
  const texts = [fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom("a", "b") }), fc.json()];
  fc.assert(
    fc.property(fc.oneof(...texts.map((text) => fc.tuple(text, fc.integer({ min: 1, max: 50 })))), ([part, times]) => {
      const text = part.repeat(times);
      assert.equal(unpacked(packed(text)), text);
    }),
  );
});

test("decodes a long text with one and with many different characters", () => {
  const all = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join("");
  for (const text of ["x".repeat(180_000), all]) assert.equal(unpacked(packed(text)), text);
});

test("replaces a lone surrogate, which UTF-8 cannot encode", () => {
  assert.equal(unpacked(packed('{"a":"\ud800"}')), '{"a":"\ufffd"}');
});

test("takes a space for a plus, as forms change it", () => {
  const texts = Array.from({ length: 200 }, (_, index) => `{"event":"${index}","distinct_id":"${index * 7919}"}`);
  const withPlus = texts
    .map((text) => [text, LZString.compressToBase64(text)] as const)
    .filter(([, encoded]) => encoded.includes("+"));
  assert.ok(withPlus.length > 10);
  for (const [text, encoded] of withPlus) {
    assert.equal(unpacked(Buffer.from(encoded.replaceAll("+", " "))), text);
  }
});

test("stops at the limit, however small the input", () => {
  const bomb = packed("x".repeat(LIMIT));
  assert.ok(bomb.byteLength < LIMIT / 100, `${bomb.byteLength} bytes`);
  assert.equal(errorCode(bomb), "request_too_large");
  assert.equal(errorCode(bomb, LIMIT / 100), "request_too_large");
  assert.equal(unpacked(packed("x".repeat(99)), 100), "x".repeat(99));
  assert.equal(errorCode(packed("x".repeat(100)), 100), "request_too_large");
});

test("limits bytes, not characters", () => {
  assert.equal(errorCode(packed("ø".repeat(60)), 100), "request_too_large");
});

for (const [what, bytes] of [
  ["nothing", ""],
  ["one letter", "A"],
  ["truncated input", packed("a text of some length").subarray(0, 12).toString()],
  ["other characters", "§§§§"],
  ["JSON", '{"event":"x"}'],
  ["an unknown phrase", "wwww"],
  ["an unknown phrase before the end", "0==="],
] as const) {
  test(`rejects ${what}`, () => {
    assert.equal(errorCode(Buffer.from(bytes)), "parse_error");
  });
}

test("decodes or rejects noise", () => {
  fc.assert(
    fc.property(fc.base64String({ minLength: 4, maxLength: 2000 }), (noise) => {
      try {
        unpackLz64(Buffer.from(noise), LIMIT);
      } catch (error) {
        assert.ok(error instanceof Problem);
      }
    }),
  );
});
