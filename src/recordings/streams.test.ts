import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readText } from "../../test/support/test-recording-environment.ts";
import { gunzipStream, openStream } from "./snapshot-lines.ts";

const CHUNK = new Uint8Array(50_000);

test("a stream has the generator's chunks and ends with it", async () => {
  const stream = await openStream(async function* () {
    yield Buffer.from("one ");
    yield Buffer.from("two");
  });
  assert.equal(await readText(stream), "one two");
  assert.equal(await readText(await openStream(async function* () {})), "");
});

test("throws an early failure; a later one destroys the stream", async () => {
  const failing = (chunks: number) =>
    openStream(async function* () {
      for (let index = 0; index < chunks; index++) yield CHUNK;
      throw new Error("broken");
    });
  await assert.rejects(failing(0), /broken/);
  await assert.rejects(readText(await failing(2)), /broken/);
});

test("the generator yields no more than the reader takes", async () => {
  let yielded = 0;
  const stream = await openStream(async function* () {
    for (; yielded < 100; yielded++) yield CHUNK;
  });
  const reader = stream[Symbol.asyncIterator]();
  let read = 0;
  while (read < 10) {
    read += (await reader.next()).value.byteLength / CHUNK.byteLength; // Node may join chunks
    await new Promise(setImmediate);
    assert.ok(yielded <= read + 3, `${yielded} yielded, ${read} read`);
  }
  await reader.return?.();
});

test("destroying the stream ends the generator and whatever it awaits", async () => {
  const waiting = new PassThrough();
  let ended = false;
  const stream = await openStream(async function* (signal) {
    try {
      yield CHUNK;
      yield* gunzipStream(waiting, signal); // of which nothing ever comes
    } finally {
      ended = true;
    }
  });
  stream.resume();
  await once(stream, "data");
  stream.destroy();
  await once(stream, "close");
  assert.ok(ended);
  assert.ok(waiting.destroyed);
});

test("destroying the stream ends a generator that waits for its reader", async () => {
  let ended = false;
  const stream = await openStream(async function* () {
    try {
      for (;;) yield CHUNK;
    } finally {
      ended = true;
    }
  });
  stream.destroy();
  await once(stream, "close");
  assert.ok(ended);
});

test("gunzipStream fails its reader on corrupt content, and destroys the source when its reader ends", async () => {
  const text = "a".repeat(500_000);
  const packed = gzipSync(text);
  assert.equal(await readText(gunzipStream(Readable.from([packed]))), text);
  await assert.rejects(readText(gunzipStream(Readable.from([packed.subarray(0, 100)]))), /unexpected end/);
  const source = new PassThrough();
  source.write(packed.subarray(0, 400));
  const unpacked = gunzipStream(source);
  await unpacked[Symbol.asyncIterator]().next();
  unpacked.destroy();
  if (!source.closed) await new Promise((resolve) => source.once("close", resolve));
  assert.ok(source.destroyed);
});
