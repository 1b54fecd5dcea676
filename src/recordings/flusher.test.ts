import assert from "node:assert/strict";
import { test } from "node:test";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  newFlusher,
  readText,
  recordSnapshotsAt,
  unflushedSessions,
  withFiles,
} from "../../test/support/test-recording-environment.ts";
import type { Files } from "../store/ports/files.ts";
import { playWhole } from "./recording-player.ts";

const fail = (error: unknown) => assert.fail(error as Error);

forEachEnginePair((openEnvironment) => {
  test("a session is due when a snapshot has waited long enough or snapshots have too many bytes", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "small", [0]);
    await recordSnapshotsAt(environment, "large", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const { flusher, counts } = newFlusher(environment, "one", { ageMs: 600_000, bytes: 500 });
    assert.equal(await flusher(fail), 1);
    assert.deepEqual(await unflushedSessions(environment, ["small", "large"]), ["small"]);
    environment.clock.now = NOON + 600_000;
    assert.equal(await flusher(fail), 0, "not older than the limit");
    environment.clock.now += 1;
    assert.equal(await flusher(fail), 1);
    assert.deepEqual(await unflushedSessions(environment, ["small", "large"]), []);
    const sizes = [
      ...(await environment.pieces.files("1", "small")),
      ...(await environment.pieces.files("1", "large")),
    ];
    assert.deepEqual(counts, { bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0), failures: 0 });
  });

  test("concurrent flushers write each file once and each snapshot into one file", async (t) => {
    const environment = await openEnvironment(t);
    const sessions = Array.from({ length: 130 }, (_, index) => `s${index}`);
    const lines = new Map<string, string>();
    for (const sessionId of sessions)
      lines.set(sessionId, (await recordSnapshotsAt(environment, sessionId, [0, 1, 2])).join(""));
    const written: string[] = [];
    const nodes = [environment, await environment.reopen()].map((node) => {
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
      const stream = await playWhole({ projectId: "1", sessionId }, { userId: 1, at: NOON }, environment);
      assert.equal(await readText(stream), text);
    }
  });

  test("skips a failing session, pauses longer after each failure, and flushes the others", async (t) => {
    const environment = await openEnvironment(t);
    for (const sessionId of ["a", "b", "c"]) await recordSnapshotsAt(environment, sessionId, [0]);
    let tries = 0;
    const put: Files["put"] = async (key, content) => {
      if (!key.includes("/b/")) return environment.files.put(key, content);
      tries += 1;
      throw new Error("This key cannot be.");
    };
    const reported: (string | undefined)[] = [];
    const report = (_: unknown, session?: { sessionId: string }) => reported.push(session?.sessionId);
    const { flusher, counts } = newFlusher(withFiles(environment, { put }));
    assert.equal(await flusher(report), 2);
    assert.deepEqual(await unflushedSessions(environment, ["a", "b", "c"]), ["b"]);
    for (const second of [0, 1, 2, 4, 8]) {
      environment.clock.now += second * 750 - 1;
      assert.equal(await flusher(report), 0);
      assert.equal(await flushAll(environment, "another"), 0, "it is left alone by others, too");
      environment.clock.now += second * 500 + 1;
      await flusher(report);
    }
    assert.equal(tries, 5);
    assert.deepEqual(reported, ["b", "b", "b", "b", "b"]);
    assert.equal(counts.failures, 5);
    environment.clock.now += 60_000;
    assert.equal(await flushAll(environment), 1);
  });

  test("ends a run when object storage is unavailable, and starts the next with another session", async (t) => {
    const environment = await openEnvironment(t);
    const lines = new Map<string, string>();
    for (const sessionId of ["a", "b"])
      lines.set(sessionId, (await recordSnapshotsAt(environment, sessionId, [0])).join(""));
    const { flusher, counts } = newFlusher(environment);
    await environment.disconnectFiles();
    for (let round = 0; round < 2; round++) await assert.rejects(flusher(fail), { name: "StoreUnavailable" });
    assert.equal(await flusher(fail), 0, "both are left alone");
    await environment.restoreFiles();
    assert.equal(counts.failures, 2);
    environment.clock.now += 1250;
    assert.equal(await flusher(fail), 2);
    for (const [sessionId, text] of lines) {
      const stream = await playWhole({ projectId: "1", sessionId }, { userId: 1, at: NOON }, environment);
      assert.equal(await readText(stream), text);
    }
  });

  test("ends after the current session once aborted", async (t) => {
    const environment = await openEnvironment(t);
    for (const sessionId of ["a", "b", "c"]) await recordSnapshotsAt(environment, sessionId, [0]);
    const stop = new AbortController();
    const put: Files["put"] = async (key, content) => {
      stop.abort();
      return environment.files.put(key, content);
    };
    assert.equal(await newFlusher(withFiles(environment, { put })).flusher(fail, stop.signal), 1);
    assert.equal((await unflushedSessions(environment, ["a", "b", "c"])).length, 2);
  });
});
