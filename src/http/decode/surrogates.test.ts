import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "../../../test/support/any-json.ts";
import { joinSurrogates } from "./unpack-body.ts";

/** Encodes each UTF-16 code unit by itself, as old libraries do. */
function toCesu8(text: string): Buffer {
  const bytes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).flatMap((unit) => {
    if (unit < 0x80) return [unit];
    const last = 0x80 | (unit & 0x3f);
    return unit < 0x800 ? [0xc0 | (unit >> 6), last] : [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), last];
  });
  return Buffer.from(bytes);
}

test("any text is decoded unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      assert.equal(joinSurrogates(toCesu8(text)).toString(), text);
      assert.equal(joinSurrogates(Buffer.from(text)).toString(), text);
    }),
    { numRuns: 1000 },
  );
  assert.equal(joinSurrogates(toCesu8("Åpent 🚲🚲 \ud7ff\ue000")).toString(), "Åpent 🚲🚲 \ud7ff\ue000");
});

test("a lone surrogate becomes U+FFFD, also beside a pair", () => {
  for (const text of ["\ud83d", "a\udeb2b", "\ud83d🚲", "🚲\udeb2", "\udeb2\ud83d"]) {
    const joined = joinSurrogates(toCesu8(text));
    assert.equal(joined.toString(), Buffer.from(text).toString());
    assert.ok(joined.byteLength <= toCesu8(text).byteLength);
  }
});

test("other invalid UTF-8 is unchanged", () => {
  for (const bytes of [[0xff], [0xed], [0xed, 0xa0], [0xc3, 0x28]]) {
    assert.deepEqual([...joinSurrogates(Buffer.from(bytes))], bytes);
  }
});
