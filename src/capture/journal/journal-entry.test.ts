import assert from "node:assert/strict";
import { test } from "node:test";
import { type JournalEntry, packGroup, unpackGroup } from "./journal-entry.ts";

const entry = (body: Uint8Array, more: Partial<JournalEntry> = {}): JournalEntry => ({
  projectId: "1",
  receivedAt: 1000,
  seed: "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d",
  operation: "capture",
  body,
  ...more,
});

test("entries come out as they went in, in their order", () => {
  const entries = [
    entry(Buffer.from('{"event":"é"}')),
    entry(new Uint8Array(), { projectId: "42", receivedAt: 2000, operation: "batch" }),
    entry(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      { seed: "x" },
    ),
  ];
  const group = packGroup(entries);
  assert.equal(group.entries, 3);
  assert.equal(group.receivedAt, 1000);
  assert.deepEqual(
    unpackGroup(group).map((read) => ({ ...read, body: [...read.body] })),
    entries.map((written) => ({ ...written, body: [...written.body] })),
  );
});

test("a part of a larger buffer is packed alone, so that the group can be moved to another thread", () => {
  const large = Buffer.from("before body after");
  const group = packGroup([entry(large.subarray(7, 11))]);
  assert.equal(group.bodies.buffer.byteLength, 4);
  assert.equal(Buffer.from(group.bodies).toString(), "body");
});
