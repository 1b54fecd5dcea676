import assert from "node:assert/strict";
import { test } from "node:test";
import { Utf8Text } from "./json-reader.ts";

const texts = { "a large ASCII text": "0123456789".repeat(60_000), "one beyond ASCII": "0123 5678ü".repeat(60_000) };

const PARTS: readonly (readonly [start: number, end: number])[] = [
  [0, 5],
  [100_000, 100_005],
  [99_990, 100_005],
  [5, 190_000],
  [262_140, 262_150],
  [262_150, 262_160],
  [0, 300_000],
  [5, 10],
  [290_000, 552_144],
  [0, 0],
  [60_000, 70_000],
];

for (const [name, text] of Object.entries(texts)) {
  test(`parts of ${name} are those of its bytes, in any order and of any size`, () => {
    const bytes = Buffer.from(`before ${text} after`).subarray(7, -6);
    const utf8 = new Utf8Text(bytes);
    for (const [start, end] of PARTS) {
      assert.equal(utf8.slice(start, end), bytes.toString("utf8", start, end), `${start} to ${end}`);
    }
    assert.equal(utf8.slice(bytes.length - 5, bytes.length), bytes.toString("utf8", bytes.length - 5));
  });
}

test("bytes that are not UTF-8 are refused", () => {
  assert.throws(() => new Utf8Text(Uint8Array.of(0x61, 0xff)), TypeError);
});
