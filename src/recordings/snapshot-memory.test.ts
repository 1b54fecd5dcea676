import assert from "node:assert/strict";
import { test } from "node:test";
import {
  expectedLine,
  flushAll,
  forEachEnginePair,
  type RecordingEnvironment,
  readText,
  recordSnapshotsAt,
  snapshotEvent,
} from "../../test/support/test-recording-environment.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import type { RecordingPieces } from "../store/ports/recordings.ts";
import { recordSnapshots } from "./recorder.ts";
import { type SnapshotMemory, snapshotMemory } from "./snapshot-memory.ts";

/** Counts the pieces that are read with their data. */
function countReads(environment: RecordingEnvironment) {
  const reads = { data: 0 };
  const unflushed: RecordingPieces["unflushed"] = async function* (...session) {
    for await (const piece of environment.pieces.unflushed(...session)) {
      if (piece.data !== null) reads.data += 1;
      yield piece;
    }
  };
  return { ports: { ...environment, pieces: { ...environment.pieces, unflushed } }, reads };
}

const textIn = (memory: SnapshotMemory, sessionId = "a") => readText(memory.lines("1", sessionId));

forEachEnginePair((openEnvironment) => {
  test("a second read fetches only new data and yields everything in order", async (t) => {
    const environment = await openEnvironment(t);
    const { ports, reads } = countReads(environment);
    const memory = snapshotMemory(ports, 1_000_000);
    const [second, third] = await recordSnapshotsAt(environment, "a", [20, 30]);
    assert.equal(await textIn(memory), `${second}${third}`);
    const [first] = await recordSnapshotsAt(environment, "a", [10]);
    assert.equal(await textIn(memory), `${first}${second}${third}`);
    assert.equal(await textIn(memory), `${first}${second}${third}`);
    assert.equal(reads.data, 3);
  });

  test("shows at once what another node records, flushes or erases", async (t) => {
    const environment = await openEnvironment(t);
    const other = await environment.reopen();
    const lines = await recordSnapshotsAt(environment, "a", [0, 1]);
    assert.equal(await textIn(environment.memory), lines.join(""));
    const more = await recordSnapshotsAt(other, "a", [2]);
    assert.equal(await textIn(environment.memory), [...lines, ...more].join(""));
    await flushAll(other);
    assert.equal(await textIn(environment.memory), "");
    assert.equal(environment.memory.bytes, 0);
    const last = await recordSnapshotsAt(other, "a", [3]);
    assert.equal(await textIn(environment.memory), last.join(""));
    await environment.memory.forgetErased();
    assert.ok(environment.memory.bytes > 0);
    await other.erasure.erase("1", "a", environment.now());
    await environment.memory.forgetErased();
    assert.equal(environment.memory.bytes, 0);
    assert.equal(await textIn(environment.memory), "");
    assert.equal(environment.memory.bytes, 0);
  });

  test("never exceeds its limit, and holds nothing of a session that alone is larger", async (t) => {
    const environment = await openEnvironment(t);
    const { ports, reads } = countReads(environment);
    const memory = snapshotMemory(ports, 5000);
    const large = await recordSnapshotsAt(
      environment,
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
      const lines = await recordSnapshotsAt(environment, sessionId, [0, 1, 2, 3, 4]);
      assert.equal(await textIn(memory, sessionId), lines.join(""));
      assert.ok(memory.bytes > 0 && memory.bytes <= 5000, `${memory.bytes}`);
    }
  });

  test("a reader gets each snapshot once even if the session is evicted meanwhile", async (t) => {
    const environment = await openEnvironment(t);
    const lines = await recordSnapshotsAt(environment, "a", [0, 1, 2, 3]);
    await textIn(environment.memory);
    const read: string[] = [];
    for await (const line of environment.memory.lines("1", "a")) {
      read.push(Buffer.from(line).toString());
      if (read.length === 2) environment.memory.forget("1", "a");
    }
    assert.deepEqual(read, lines);
  });

  test("with a limit of 0 it holds nothing and yields everything", async (t) => {
    const environment = await openEnvironment(t);
    const memory = snapshotMemory(environment, 0);
    const lines = await recordSnapshotsAt(environment, "a", [0, 1]);
    for (let reading = 0; reading < 2; reading++) assert.equal(await textIn(memory), lines.join(""));
    assert.equal(memory.bytes, 0);
  });

  test("unread sessions are evicted after a while", async (t) => {
    const environment = await openEnvironment(t);
    const memory = snapshotMemory(environment, 1_000_000, 20);
    await recordSnapshotsAt(environment, "a", [0]);
    await textIn(memory);
    await waitUntil(() => memory.bytes === 0);
  });

  test("keeps sessions of the same id in two projects apart", async (t) => {
    const environment = await openEnvironment(t);
    const [mine, theirs] = [snapshotEvent("a"), snapshotEvent("a")];
    await recordSnapshots("1", [mine], environment);
    await recordSnapshots("2", [theirs], environment);
    assert.equal(await readText(environment.memory.lines("1", "a")), expectedLine(mine));
    assert.equal(await readText(environment.memory.lines("2", "a")), expectedLine(theirs));
  });
});
