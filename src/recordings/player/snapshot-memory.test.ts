import assert from "node:assert/strict";
import { test } from "node:test";
import type { RecordingPieces } from "../../storage/ports/recording-pieces.ts";
import { recordSnapshots } from "../recorder/recorder.ts";
import {
  expectedLine,
  flushAll,
  forEachEnginePair,
  type RecordingEnvironment,
  readText,
  recordSnapshotsAt,
  snapshotEvent,
} from "../test-recording-environment.ts";
import { SnapshotMemory } from "./snapshot-memory.ts";

/** Counts the pieces that are read with their data. */
function countReads(world: RecordingEnvironment) {
  const reads = { data: 0 };
  const unflushed: RecordingPieces["unflushed"] = async function* (...session) {
    for await (const piece of world.pieces.unflushed(...session)) {
      if (piece.data !== null) reads.data += 1;
      yield piece;
    }
  };
  return { ports: { ...world, pieces: { ...world.pieces, unflushed } }, reads };
}

const textIn = (memory: SnapshotMemory, sessionId = "a") => readText(memory.lines("1", sessionId));

forEachEnginePair((openWorld) => {
  test("a second reading fetches only what is new, and gives all in order", async (t) => {
    const world = await openWorld(t);
    const { ports, reads } = countReads(world);
    const memory = new SnapshotMemory(ports, 1_000_000);
    const [second, third] = await recordSnapshotsAt(world, "a", [20, 30]);
    assert.equal(await textIn(memory), `${second}${third}`);
    const [first] = await recordSnapshotsAt(world, "a", [10]);
    assert.equal(await textIn(memory), `${first}${second}${third}`);
    assert.equal(await textIn(memory), `${first}${second}${third}`);
    assert.equal(reads.data, 3);
  });

  test("what another node records is there at once; what it flushes or erases is gone at once", async (t) => {
    const world = await openWorld(t);
    const other = await world.reopen();
    const lines = await recordSnapshotsAt(world, "a", [0, 1]);
    assert.equal(await textIn(world.memory), lines.join(""));
    const more = await recordSnapshotsAt(other, "a", [2]);
    assert.equal(await textIn(world.memory), [...lines, ...more].join(""));
    await flushAll(other);
    assert.equal(await textIn(world.memory), "");
    assert.equal(world.memory.bytes, 0);
    const last = await recordSnapshotsAt(other, "a", [3]);
    assert.equal(await textIn(world.memory), last.join(""));
    await world.memory.forgetErased();
    assert.ok(world.memory.bytes > 0);
    await other.erasure.erase("1", "a", world.now());
    await world.memory.forgetErased();
    assert.equal(world.memory.bytes, 0);
    assert.equal(await textIn(world.memory), "");
    assert.equal(world.memory.bytes, 0);
  });

  test("it never holds more than its bound, and nothing of a session that alone is larger", async (t) => {
    const world = await openWorld(t);
    const { ports, reads } = countReads(world);
    const memory = new SnapshotMemory(ports, 5000);
    const large = await recordSnapshotsAt(
      world,
      "large",
      Array.from({ length: 30 }, (_, index) => index),
    );
    for (let reading = 0; reading < 2; reading++) {
      for await (const _ of memory.lines("1", "large")) assert.ok(memory.bytes <= 5000);
      assert.equal(memory.bytes, 0);
    }
    assert.equal(reads.data, 60);
    assert.equal(await textIn(memory, "large"), large.join(""));

    for (const sessionId of ["a", "b", "c", "d"]) {
      const lines = await recordSnapshotsAt(world, sessionId, [0, 1, 2, 3, 4]);
      assert.equal(await textIn(memory, sessionId), lines.join(""));
      assert.ok(memory.bytes > 0 && memory.bytes <= 5000, `${memory.bytes}`);
    }
  });

  test("a reader whose snapshots leave the memory on the way still gets each once", async (t) => {
    const world = await openWorld(t);
    const lines = await recordSnapshotsAt(world, "a", [0, 1, 2, 3]);
    await textIn(world.memory);
    const read: string[] = [];
    for await (const line of world.memory.lines("1", "a")) {
      read.push(Buffer.from(line).toString());
      if (read.length === 2) world.memory.forget("1", "a");
    }
    assert.deepEqual(read, lines);
  });

  test("with no memory allowed it holds nothing and gives all", async (t) => {
    const world = await openWorld(t);
    const memory = new SnapshotMemory(world, 0);
    const lines = await recordSnapshotsAt(world, "a", [0, 1]);
    for (let reading = 0; reading < 2; reading++) assert.equal(await textIn(memory), lines.join(""));
    assert.equal(memory.bytes, 0);
  });

  test("what nobody reads any more leaves the memory by itself", async (t) => {
    const world = await openWorld(t);
    const memory = new SnapshotMemory(world, 1_000_000, 20);
    await recordSnapshotsAt(world, "a", [0]);
    await textIn(memory);
    while (memory.bytes > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test("sessions of the same id in two projects are two", async (t) => {
    const world = await openWorld(t);
    const [mine, theirs] = [snapshotEvent("a"), snapshotEvent("a")];
    await recordSnapshots("1", [mine], world);
    await recordSnapshots("2", [theirs], world);
    assert.equal(await readText(world.memory.lines("1", "a")), expectedLine(mine));
    assert.equal(await readText(world.memory.lines("2", "a")), expectedLine(theirs));
  });
});
