import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import LZString from "lz-string";
import { Problem } from "../../problem.ts";
import { unpackLz64 } from "./lz64.ts";

const LIMIT = 1_000_000;
const packed = (text: string) => Buffer.from(LZString.compressToBase64(text));
const unpacked = async (bytes: Uint8Array, limit = LIMIT) => Buffer.from(await unpackLz64(bytes, limit)).toString();

/** Returns the code of the error. */
async function errorCode(bytes: Uint8Array, limit = LIMIT): Promise<string> {
  return unpackLz64(bytes, limit).then(
    () => assert.fail("it was unpacked"),
    (error) => (error instanceof Problem ? error.code : assert.fail(String(error))),
  );
}

test("decodes what lz-string encodes", async () => {
  const texts = [fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom("a", "b") }), fc.json()];
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(...texts.map((text) => fc.tuple(text, fc.integer({ min: 1, max: 50 })))),
      async ([part, times]) => {
        const text = part.repeat(times);
        assert.equal(await unpacked(packed(text)), text);
      },
    ),
  );
});

test("decodes a long text with one and with many different characters", async () => {
  const all = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join("");
  for (const text of ["x".repeat(900_000), all]) assert.equal(await unpacked(packed(text)), text);
});

test("replaces a lone surrogate, which UTF-8 cannot encode", async () => {
  assert.equal(await unpacked(packed('{"a":"\ud800"}')), '{"a":"\ufffd"}');
});

test("takes a space for a plus, as forms change it", async () => {
  const texts = Array.from({ length: 200 }, (_, index) => `{"event":"${index}","distinct_id":"${index * 7919}"}`);
  const withPlus = texts
    .map((text) => [text, LZString.compressToBase64(text)] as const)
    .filter(([, encoded]) => encoded.includes("+"));
  assert.ok(withPlus.length > 10);
  for (const [text, encoded] of withPlus) {
    assert.equal(await unpacked(Buffer.from(encoded.replaceAll("+", " "))), text);
  }
});

test("stops at the limit, however small the input", async () => {
  const bomb = packed("x".repeat(LIMIT));
  assert.ok(bomb.byteLength < LIMIT / 200, `${bomb.byteLength} bytes`);
  assert.equal(await errorCode(bomb), "request_too_large");
  assert.equal(await errorCode(bomb, LIMIT / 100), "request_too_large");
  assert.equal(await unpacked(packed("x".repeat(99)), 100), "x".repeat(99));
  assert.equal(await errorCode(packed("x".repeat(100)), 100), "request_too_large");
});

test("limits bytes, not characters", async () => {
  assert.equal(await errorCode(packed("ø".repeat(60)), 100), "request_too_large");
});

for (const [what, bytes] of [
  ["nothing", ""],
  ["one letter", "A"],
  ["truncated input", packed("a text of some length").subarray(0, 12).toString()],
  ["other characters", "§§§§"],
  ["JSON", '{"event":"x"}'],
  ["an unknown phrase", "wwww"],
] as const) {
  test(`rejects ${what}`, async () => {
    assert.equal(await errorCode(Buffer.from(bytes)), "parse_error");
  });
}

test("decodes or rejects noise", async () => {
  await fc.assert(
    fc.asyncProperty(fc.base64String({ minLength: 4, maxLength: 2000 }), async (noise) => {
      await unpackLz64(Buffer.from(noise), LIMIT).catch((error) => assert.ok(error instanceof Problem));
    }),
  );
});

test("yields to other work while decoding a large text", async () => {
  const events = Array.from({ length: 4000 }, (_, index) => ({
    event: `e${index}`,
    at: Math.sin(index),
    on: index * 7919,
  }));
  const bytes = packed(JSON.stringify(events));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await unpackLz64(bytes, LIMIT);
  clearInterval(timer);
  assert.ok(turns > 1, `${turns} turns`);
});
