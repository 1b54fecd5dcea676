import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  recordSnapshotsAt,
  withFiles,
} from "../../test/support/test-recording-environment.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import type { Files } from "../store/ports/files.ts";
import { filePrefix } from "./file-keys.ts";
import { eraseRecording } from "./recording-library.ts";
import { createJanitor } from "./recording-maintenance.ts";

const session = { projectId: "1", sessionId: "a" };
const report = (error: unknown) => assert.fail(error as Error);

async function keysOf(environment: RecordingEnvironment): Promise<string[]> {
  const keys = [];
  for await (const key of environment.files.list("")) keys.push(key);
  return keys;
}

const unavailable: Files["delete"] = async () => {
  throw new StoreUnavailable("Object storage is unavailable.");
};

forEachEnginePair((openEnvironment) => {
  test("deletes files later that could not be deleted at the erasure, and then forgets them", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    await recordSnapshotsAt(environment, "b", [0]);
    await flushAll(environment);
    await eraseRecording(session, NOON, withFiles(environment, { delete: unavailable }));
    assert.equal((await keysOf(environment)).length, 2);

    const sweep = createJanitor(environment, 60_000);
    await sweep(report);
    assert.deepEqual(await keysOf(environment), [`${filePrefix({ ...session, sessionId: "b" })}${NOON}-${NOON}`]);
    environment.clock.now += 60_000;
    await sweep(report);
    assert.deepEqual(await environment.erasure.erasures(10), []);
    assert.equal((await keysOf(environment)).length, 1);
  });

  test("deletes a file that appears after its recording was erased and swept", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    const file = await environment.flushing.beginFile(session, filePrefix(session));
    assert.ok(file);
    await eraseRecording(session, NOON, environment);
    const sweep = createJanitor(environment, 60_000);
    await sweep(report);
    const unlisted = `${filePrefix(session)}of another time`;
    for (const key of [file.key, unlisted]) {
      await environment.files.put(key, Readable.from([Buffer.from("written by one that ended right after it")]));
    }
    environment.clock.now += 59_999;
    await sweep(report);
    assert.equal((await keysOf(environment)).length, 2);
    environment.clock.now += 1;
    await sweep(report);
    assert.deepEqual(await keysOf(environment), []);
    assert.deepEqual(await environment.erasure.erasures(10), []);
  });

  test("forgets nothing during an outage, and files that cannot be deleted do not block others", async (t) => {
    const environment = await openEnvironment(t);
    for (const sessionId of ["a", "b"]) await recordSnapshotsAt(environment, sessionId, [0]);
    await flushAll(environment);
    for (const sessionId of ["a", "b"]) await environment.erasure.erase("1", sessionId, NOON);
    const blocked = createJanitor(withFiles(environment, { delete: unavailable }), 0);
    for (let sweep = 0; sweep < 3; sweep++) await assert.rejects(blocked(report), StoreUnavailable);
    assert.equal((await environment.erasure.erasures(10)).length, 2);

    const failing: Files["delete"] = async (keys) => {
      if (keys.some((key) => key.includes("/a/"))) throw new Error("This key cannot be.");
      await environment.files.delete(keys);
    };
    const reported: string[] = [];
    const sweep = createJanitor(withFiles(environment, { delete: failing }), 0);
    for (let times = 0; times < 2; times++) await sweep((_, { sessionId }) => reported.push(sessionId));
    assert.deepEqual(reported, ["a", "a"]);
    assert.deepEqual(
      (await environment.erasure.erasures(10)).map(({ sessionId }) => sessionId),
      ["a"],
    );
  });
});
