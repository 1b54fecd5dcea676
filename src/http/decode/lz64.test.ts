import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import LZString from "lz-string";
import { Problem } from "../../problem.ts";
import { unpackLz64 } from "./lz64.ts";

const LIMIT = 1_000_000;
const packed = (text: string) => Buffer.from(LZString.compressToBase64(text));
const unpacked = async (bytes: Uint8Array, limit = LIMIT) => Buffer.from(await unpackLz64(bytes, limit)).toString();

/** The code of the refusal. */
async function refusal(bytes: Uint8Array, limit = LIMIT): Promise<string> {
  return unpackLz64(bytes, limit).then(
    () => assert.fail("it was unpacked"),
    (error) => (error instanceof Problem ? error.code : assert.fail(String(error))),
  );
}

test("what lz-string packs comes out as it was", async () => {
  const texts = [fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom("a", "b") }), fc.json()];
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(...texts.map((text) => fc.tuple(text, fc.integer({ min: 1, max: 50 })))),
      async (given) => {
        const text = given[0].repeat(given[1]);
        assert.equal(await unpacked(packed(text)), text);
      },
    ),
  );
});

test("a long text with few and one with many different characters", async () => {
  const all = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join("");
  for (const text of ["x".repeat(900_000), all]) assert.equal(await unpacked(packed(text)), text);
});

test("half a surrogate pair, which nobody can write in UTF-8, is replaced", async () => {
  assert.equal(await unpacked(packed('{"a":"\ud800"}')), '{"a":"\ufffd"}');
});

test("a plus that became a space in a form is taken for a plus", async () => {
  const texts = Array.from({ length: 200 }, (_, index) => `{"event":"${index}","distinct_id":"${index * 7919}"}`);
  const withPlus = texts
    .map((text) => [text, LZString.compressToBase64(text)] as const)
    .filter(([, one]) => one.includes("+"));
  assert.ok(withPlus.length > 10);
  for (const [text, one] of withPlus) assert.equal(await unpacked(Buffer.from(one.replaceAll("+", " "))), text);
});

test("it stops at the limit, however little came", async () => {
  const bomb = packed("x".repeat(LIMIT));
  assert.ok(bomb.byteLength < LIMIT / 200, `${bomb.byteLength} bytes`);
  assert.equal(await refusal(bomb), "request_too_large");
  assert.equal(await refusal(bomb, LIMIT / 100), "request_too_large");
  assert.equal(await unpacked(packed("x".repeat(99)), 100), "x".repeat(99));
  assert.equal(await refusal(packed("x".repeat(100)), 100), "request_too_large");
});

test("the limit is of bytes, not of characters", async () => {
  assert.equal(await refusal(packed("ø".repeat(60)), 100), "request_too_large");
});

for (const [what, bytes] of [
  ["nothing", ""],
  ["one letter", "A"],
  ["what is cut", packed("a text of some length").subarray(0, 12).toString()],
  ["other characters", "§§§§"],
  ["JSON", '{"event":"x"}'],
  ["a phrase that is not there yet", "wwww"],
] as const) {
  test(`${what} is refused`, async () => {
    assert.equal(await refusal(Buffer.from(bytes)), "parse_error");
  });
}

test("noise is unpacked or refused, and never more", async () => {
  await fc.assert(
    fc.asyncProperty(fc.base64String({ minLength: 4, maxLength: 2000 }), async (noise) => {
      await unpackLz64(Buffer.from(noise), LIMIT).catch((error) => assert.ok(error instanceof Problem));
    }),
  );
});

test("others have their turn while a large text is unpacked", async () => {
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
