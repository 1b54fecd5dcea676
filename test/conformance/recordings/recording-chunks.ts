import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { ChunkedSnapshot, SnapshotChunk } from "../../../src/store/ports/recordings.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { newPiece, newProject } from "../samples.ts";

/** Tests how an engine stores snapshots that arrive in chunks. */
export function describeSnapshotChunks(engine: Engine<Store>): void {
  describe(`${engine.name}: chunks of snapshots`, () => {
    const store = testStore(engine);
    const recordings = () => store.connection.recordings;

    const newSnapshot = (): ChunkedSnapshot => ({ projectId: newProject(), sessionId: "s", snapshot: randomUUID() });

    const chunkOf = ({ sessionId, snapshot }: ChunkedSnapshot, number: number, receivedAt = 1): SnapshotChunk => {
      return { sessionId, snapshot, number, receivedAt, event: `{"number":${number}}` };
    };

    const keep = (of: ChunkedSnapshot, number: number, receivedAt?: number) =>
      recordings().pieces.keepChunk(of.projectId, chunkOf(of, number, receivedAt));

    const stale = async ({ projectId }: ChunkedSnapshot, receivedBefore: number) =>
      (await recordings().pieces.staleChunks(receivedBefore, 1000)).filter((each) => each.projectId === projectId);

    test("are stored once and returned by number", async () => {
      const snapshot = newSnapshot();
      assert.deepEqual(await recordings().pieces.chunks(snapshot), []);
      const counts = [];
      for (const number of [10, 2, 10, 0]) counts.push(await keep(snapshot, number));
      assert.deepEqual(counts, [1, 2, 2, 3]);
      const events = ['{"number":0}', '{"number":2}', '{"number":10}'];
      assert.deepEqual(await recordings().pieces.chunks(snapshot), events);
      for (const other of [
        { ...snapshot, sessionId: "t" },
        { ...newSnapshot(), snapshot: snapshot.snapshot },
      ]) {
        assert.deepEqual(await recordings().pieces.chunks(other), []);
        assert.equal(await keep(other, 5), 1);
        await recordings().pieces.dropChunks(other);
      }
      assert.deepEqual(await recordings().pieces.chunks(snapshot), events);
      await recordings().pieces.dropChunks(snapshot);
      assert.deepEqual(await recordings().pieces.chunks(snapshot), []);
      assert.equal(await keep(snapshot, 2), 1);
    });

    test("may be long and contain any text", async () => {
      const snapshot = newSnapshot();
      const event = JSON.stringify(`\u{1f600}\0\ud800${"x".repeat(6_000_000)}`);
      await recordings().pieces.keepChunk(snapshot.projectId, { ...chunkOf(snapshot, 0), event });
      assert.deepEqual(await recordings().pieces.chunks(snapshot), [event]);
    });

    test("are not stored if their snapshot is already a piece, unless stored before", async () => {
      const snapshot = newSnapshot();
      await keep(snapshot, 0);
      await recordings().pieces.append(snapshot.projectId, [newPiece("s", { uuid: snapshot.snapshot })]);
      assert.equal(await keep(snapshot, 1), 0);
      assert.equal(await keep(snapshot, 0), 1);
      assert.deepEqual(await recordings().pieces.chunks(snapshot), ['{"number":0}']);
    });

    test("are erased with their recording and not stored again", async () => {
      const snapshot = newSnapshot();
      await recordings().pieces.append(snapshot.projectId, [newPiece("s")]);
      await keep(snapshot, 0);
      await keep({ ...snapshot, sessionId: "other" }, 0);
      await recordings().erasure.erase(snapshot.projectId, "s", 1);
      assert.deepEqual(await recordings().pieces.chunks(snapshot), []);
      assert.equal(await keep(snapshot, 1), 0);
      assert.deepEqual(await recordings().pieces.chunks(snapshot), []);
      assert.equal((await recordings().pieces.chunks({ ...snapshot, sessionId: "other" })).length, 1);
    });

    test("are stale when one of them has waited too long", async () => {
      const projectId = newProject();
      const [old, older] = [randomUUID(), randomUUID()].map((snapshot) => ({ projectId, sessionId: "s\0", snapshot }));
      assert.ok(old && older);
      await keep(old, 0, 200);
      await keep(old, 1, 900);
      await keep(older, 0, 500);
      await keep(older, 1, 100);
      assert.deepEqual(await stale(old, 100), []);
      assert.deepEqual(await stale(old, 101), [older]);
      assert.deepEqual(await stale(old, 1000), [older, old]);
      assert.equal((await recordings().pieces.staleChunks(1000, 1)).length, 1);
      await recordings().pieces.dropChunks(older);
      assert.deepEqual(await stale(old, 1000), [old]);
    });
  });
}
