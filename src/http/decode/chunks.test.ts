import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Chunks } from "./chunks.ts";

test("chunks of any sizes are joined in their order", () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 40_000 }));
  fc.assert(
    fc.property(fc.array(size, { maxLength: 60 }), (sizes) => {
      const sent = sizes.map((bytes, index) => Buffer.alloc(bytes, index + 1));
      const chunks = new Chunks();
      for (const chunk of sent) chunks.add(chunk);
      assert.ok(Buffer.concat(sent).equals(chunks.join()));
    }),
    { numRuns: 50 },
  );
});

test("a single chunk is not copied", () => {
  const chunks = new Chunks();
  const only = Buffer.from("{}");
  chunks.add(only);
  assert.equal(chunks.join(), only);
});
