import assert from "node:assert/strict";
import { test } from "node:test";
import { timeOrderedUuid } from "../../lib/uuid.ts";
import { deriveUuid, type JournalEntry, packGroup, packGroups, unpackGroup } from "./journal-entry.ts";

const entry = (body: Uint8Array, more: Partial<JournalEntry> = {}): JournalEntry => ({
  projectId: "1",
  receivedAt: 1000,
  seed: "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d",
  operation: "capture",
  body,
  ...more,
});

test("entries come unpacked as they were packed, in order", () => {
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

test("a view of a larger buffer is copied alone, so that the group can be transferred to another thread", () => {
  const large = Buffer.from("before body after");
  const group = packGroup([entry(large.subarray(7, 11))]);
  assert.equal(group.bodies.buffer.byteLength, 4);
  assert.equal(Buffer.from(group.bodies).toString(), "body");
});

test("many entries make several groups in one buffer, and a large body goes on in rows without entries", () => {
  const sizes = [40_000, 40_000, 40_000, 1, 1_000_000, 5];
  const entries = sizes.map((size, index) => entry(new Uint8Array(size).fill(index)));
  const { groups, buffer } = packGroups(entries, new ArrayBuffer(2_000_000));
  assert.deepEqual(
    groups.map((group) => group.entries),
    [2, 2, 1, ...Array(10).fill(0), 1],
  );
  assert.ok(buffer.byteLength === 2_000_000 && groups.every(({ bodies }) => bodies.buffer === buffer));
  assert.ok(groups.every(({ bodies }) => bodies.byteLength <= 96 * 1024));
  const written = Buffer.concat(entries.map(({ body }) => body));
  assert.ok(written.equals(Buffer.concat(groups.map(({ bodies }) => bodies))));
});

test("entries that fill a buffer keep it", () => {
  const all = new Uint8Array(300_000).map((_, index) => index % 251);
  const parts = [all.subarray(0, 100_000), all.subarray(100_000, 250_000), all.subarray(250_000)];
  const { groups, buffer } = packGroups(parts.map((part) => entry(part)));
  assert.equal(buffer, all.buffer);
  assert.deepEqual(Buffer.concat(groups.map(({ bodies }) => bodies)), Buffer.from(all));
  assert.notEqual(packGroups(parts.slice(1).map((part) => entry(part))).buffer, all.buffer);
});

test("a seed is a UUID of version 7: the first 48 bits are the time", () => {
  const at = Date.UTC(2022, 1, 22, 19, 22, 22);
  assert.match(timeOrderedUuid(at), /^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("seeds are distinct, and later ones are greater", () => {
  const seeds = Array.from({ length: 10_000 }, () => timeOrderedUuid(1));
  assert.equal(new Set(seeds).size, seeds.length);
  assert.ok(seeds.every((seed) => seed < timeOrderedUuid(2)));
});

test("derived uuids are the same each time, and differ by index and by seed", () => {
  const seed = "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d";
  const derive = () => Array.from({ length: 1000 }, (_, index) => deriveUuid(seed, index));
  const uuids = derive();
  assert.equal(uuids[0], seed);
  assert.equal(new Set(uuids).size, uuids.length);
  for (const uuid of uuids)
    assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(derive(), uuids);
  assert.notEqual(deriveUuid("2d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d", 1), uuids[1]);
});
