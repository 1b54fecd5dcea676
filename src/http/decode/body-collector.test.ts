import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BodyCollector } from "./read-body.ts";

const chunkOf = (bytes: number, fill: number) => Buffer.allocUnsafeSlow(bytes).fill(fill);

test("chunks of any sizes are joined in their order, whether the size is announced or not", () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 40_000 }));
  fc.assert(
    fc.property(fc.array(size, { maxLength: 60 }), fc.boolean(), (sizes, isAnnounced) => {
      const sent = Buffer.concat(sizes.map((bytes, index) => chunkOf(bytes, index + 1)));
      const body = new BodyCollector(isAnnounced ? sent.byteLength : Number.POSITIVE_INFINITY);
      for (const [index, bytes] of sizes.entries()) body.add(chunkOf(bytes, index + 1));
      const collected = body.complete();
      assert.ok(sent.equals(collected));
      if (sizes.length > 1) assert.equal(collected.buffer.byteLength, sent.byteLength);
    }),
    { numRuns: 50 },
  );
});

test("a single chunk is not copied", () => {
  const body = new BodyCollector(2);
  const only = Buffer.from("{}");
  body.add(only);
  assert.equal(body.complete(), only);
});

test("large chunks are freed as they arrive, and others that share their memory are not", () => {
  const body = new BodyCollector(Number.POSITIVE_INFINITY);
  const chunks = [chunkOf(20_000, 1), chunkOf(20_000, 2), chunkOf(40_000, 3).subarray(0, 20_000)];
  for (const chunk of chunks) body.add(chunk);
  assert.deepEqual(
    chunks.map(({ byteLength }) => byteLength),
    [0, 0, 20_000],
  );
});
