import assert from "node:assert/strict";
import { test } from "node:test";
import type { Files } from "../../storage/ports/files.ts";
import { playWhole } from "../player/recording-player.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  newFlusher,
  type RecordingEnvironment,
  readText,
  recordSnapshotsAt,
  withFiles,
} from "../test-recording-environment.ts";

const fail = (error: unknown) => assert.fail(error as Error);

const unflushed = async ({ library }: Pick<RecordingEnvironment, "library">, ids: string[]) =>
  (await library.find("1", ids)).filter((recording) => recording.unflushed).map(({ sessionId }) => sessionId);

forEachEnginePair((openWorld) => {
  test("a session is due when a snapshot has waited long enough, or there are many bytes of them", async (t) => {
    const world = await openWorld(t);
    await recordSnapshotsAt(world, "small", [0]);
    await recordSnapshotsAt(world, "large", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const { flusher, counts } = newFlusher(world, "one", { ageMs: 600_000, bytes: 500 });
    assert.equal(await flusher.flush(fail), 1);
    assert.deepEqual(await unflushed(world, ["small", "large"]), ["small"]);
    world.clock.now = NOON + 600_000;
    assert.equal(await flusher.flush(fail), 0, "not older than the limit");
    world.clock.now += 1;
    assert.equal(await flusher.flush(fail), 1);
    assert.deepEqual(await unflushed(world, ["small", "large"]), []);
    const sizes = [...(await world.pieces.files("1", "small")), ...(await world.pieces.files("1", "large"))];
    assert.deepEqual(counts, { bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0), failures: 0 });
  });

  test("two flushers at once write each file once, and each snapshot into one", async (t) => {
    const world = await openWorld(t);
    const sessions = Array.from({ length: 130 }, (_, index) => `s${index}`);
    const lines = new Map<string, string>();
    for (const sessionId of sessions)
      lines.set(sessionId, (await recordSnapshotsAt(world, sessionId, [0, 1, 2])).join(""));
    const written: string[] = [];
    const nodes = [world, await world.reopen()].map((node) => {
      const put: Files["put"] = (key, content) => {
        written.push(key);
        return node.files.put(key, content);
      };
      return withFiles(node, { put });
    });
    const counts = await Promise.all(nodes.map((node, index) => flushAll(node, `${index}`)));

    assert.ok(
      counts.every((count) => count > 0),
      `both had a part: ${counts}`,
    );
    assert.equal(written.length, 130);
    assert.equal(new Set(written).size, 130);
    for (const [sessionId, text] of lines) {
      const stream = await playWhole({ projectId: "1", sessionId }, { userId: 1, at: NOON }, world);
      assert.equal(await readText(stream), text);
    }
  });

  test("a session that fails is passed over, and left alone longer each time; the others are flushed", async (t) => {
    const world = await openWorld(t);
    for (const sessionId of ["a", "b", "c"]) await recordSnapshotsAt(world, sessionId, [0]);
    let tries = 0;
    const put: Files["put"] = async (key, content) => {
      if (!key.includes("/b/")) return world.files.put(key, content);
      tries += 1;
      throw new Error("This key cannot be.");
    };
    const reported: (string | undefined)[] = [];
    const report = (_: unknown, session?: { sessionId: string }) => reported.push(session?.sessionId);
    const { flusher, counts } = newFlusher(withFiles(world, { put }));
    assert.equal(await flusher.flush(report), 2);
    assert.deepEqual(await unflushed(world, ["a", "b", "c"]), ["b"]);
    for (const second of [0, 1, 2, 4, 8]) {
      world.clock.now += second * 750 - 1;
      assert.equal(await flusher.flush(report), 0);
      assert.equal(await flushAll(world, "another"), 0, "it is left alone by others, too");
      world.clock.now += second * 500 + 1;
      await flusher.flush(report);
    }
    assert.equal(tries, 5);
    assert.deepEqual(reported, ["b", "b", "b", "b", "b"]);
    assert.equal(counts.failures, 5);
    world.clock.now += 60_000;
    assert.equal(await flushAll(world), 1);
  });

  test("where the object store is away a round ends at once, and the next begins with another session", async (t) => {
    const world = await openWorld(t);
    const lines = new Map<string, string>();
    for (const sessionId of ["a", "b"]) lines.set(sessionId, (await recordSnapshotsAt(world, sessionId, [0])).join(""));
    const { flusher, counts } = newFlusher(world);
    await world.takeFilesAway();
    for (let round = 0; round < 2; round++) await assert.rejects(flusher.flush(fail), { name: "StoreUnavailable" });
    assert.equal(await flusher.flush(fail), 0, "both are left alone");
    await world.bringFilesBack();
    assert.equal(counts.failures, 2);
    world.clock.now += 1250;
    assert.equal(await flusher.flush(fail), 2);
    for (const [sessionId, text] of lines) {
      const stream = await playWhole({ projectId: "1", sessionId }, { userId: 1, at: NOON }, world);
      assert.equal(await readText(stream), text);
    }
  });

  test("once aborted it ends after the session at hand", async (t) => {
    const world = await openWorld(t);
    for (const sessionId of ["a", "b", "c"]) await recordSnapshotsAt(world, sessionId, [0]);
    const stop = new AbortController();
    const put: Files["put"] = async (key, content) => {
      stop.abort();
      return world.files.put(key, content);
    };
    assert.equal(await newFlusher(withFiles(world, { put })).flusher.flush(fail, stop.signal), 1);
    assert.equal((await unflushed(world, ["a", "b", "c"])).length, 2);
  });
});
