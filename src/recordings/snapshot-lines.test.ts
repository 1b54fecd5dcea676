import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { coalesceChunks, LineMultiset, snapshotLine, splitLines } from "./snapshot-lines.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const texts = async (chunks: AsyncIterable<Uint8Array>) => {
  const all: string[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk).toString());
  return all;
};

test("a line has the window id and the data verbatim", () => {
  const line = snapshotLine({ windowId: 'w"\n', data: '[{"n": 1.0}]' });
  assert.equal(Buffer.from(line).toString(), '{"window_id":"w\\"\\n","data":[{"n": 1.0}]}\n');
});

test("splits a text into the same lines, whatever its chunks", async () => {
  const anyLine = fc.string({ unit: fc.constantFrom("a", "ü", "\r", "\u2028", "😀") }).map((text) => `${text}\n`);
  const property = fc.asyncProperty(fc.array(anyLine), fc.array(fc.nat(40)), async (lines, cuts) => {
    const text = Buffer.from(lines.join(""));
    const bounds = [0, ...cuts.toSorted((a, b) => a - b), text.length];
    const chunks = bounds.slice(1).map((end, index) => text.subarray(bounds[index], end));
    assert.deepEqual(await texts(splitLines(Readable.from(chunks))), lines);
  });
  await fc.assert(property);
});

test("a last line without a newline is a line", async () => {
  assert.deepEqual(await texts(splitLines(Readable.from([bytes("a\nb")]))), ["a\n", "b"]);
});

test("joins small chunks and passes on large ones at once", async () => {
  const chunks = ["aa", "bb", "c", "dddddd", "e"].map(bytes);
  assert.deepEqual(await texts(coalesceChunks(Readable.from(chunks), 4)), ["aabb", "cdddddd", "e"]);
  assert.deepEqual(await texts(coalesceChunks(Readable.from([]), 4)), []);
});

test("a line can be removed as often as it was added", () => {
  const lines = new LineMultiset();
  for (const text of ["a", "b", "a"]) lines.add(bytes(text));
  assert.deepEqual(
    ["a", "c", "a", "a", "b", "b"].map((text) => lines.remove(bytes(text))),
    [true, false, true, false, true, false],
  );
});
