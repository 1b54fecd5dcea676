import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { Files } from "../../storage/ports/files.ts";
import { filePrefix } from "../file-keys.ts";
import { eraseRecording } from "../library/erase-recording.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  recordSnapshotsAt,
  withFiles,
} from "../test-recording-environment.ts";
import { Janitor } from "./janitor.ts";

const session = { projectId: "1", sessionId: "a" };
const report = (error: unknown) => assert.fail(error as Error);

async function keysOf(world: RecordingEnvironment): Promise<string[]> {
  const keys = [];
  for await (const key of world.files.list("")) keys.push(key);
  return keys;
}

const unavailable: Files["delete"] = async () => {
  throw new StoreUnavailable("The object store is away.");
};

forEachEnginePair((openWorld) => {
  test("what the object store refused to delete at the erasure is deleted later, and then forgotten", async (t) => {
    const world = await openWorld(t);
    await recordSnapshotsAt(world, "a", [0]);
    await recordSnapshotsAt(world, "b", [0]);
    await flushAll(world);
    await eraseRecording(session, NOON, withFiles(world, { delete: unavailable }));
    assert.equal((await keysOf(world)).length, 2);

    const janitor = new Janitor(world, 60_000);
    await janitor.sweep(report);
    assert.deepEqual(await keysOf(world), [`${filePrefix({ ...session, sessionId: "b" })}${NOON}-${NOON}`]);
    world.clock.now += 60_000;
    await janitor.sweep(report);
    assert.deepEqual(await world.erasure.erasures(10), []);
    assert.equal((await keysOf(world)).length, 1);
  });

  test("a file that appears after the recording was erased and swept is deleted, too", async (t) => {
    const world = await openWorld(t);
    await recordSnapshotsAt(world, "a", [0]);
    const file = await world.flushing.beginFile(session, filePrefix(session));
    assert.ok(file);
    await eraseRecording(session, NOON, world);
    const janitor = new Janitor(world, 60_000);
    await janitor.sweep(report);
    const unlisted = `${filePrefix(session)}of another time`;
    for (const key of [file.key, unlisted]) {
      await world.files.put(key, Readable.from([Buffer.from("written by one that ended right after it")]));
    }
    world.clock.now += 59_999;
    await janitor.sweep(report);
    assert.equal((await keysOf(world)).length, 2);
    world.clock.now += 1;
    await janitor.sweep(report);
    assert.deepEqual(await keysOf(world), []);
    assert.deepEqual(await world.erasure.erasures(10), []);
  });

  test("while the store is away nothing is forgotten, and what cannot be deleted holds up nothing else", async (t) => {
    const world = await openWorld(t);
    for (const sessionId of ["a", "b"]) await recordSnapshotsAt(world, sessionId, [0]);
    await flushAll(world);
    for (const sessionId of ["a", "b"]) await world.erasure.erase("1", sessionId, NOON);
    const away = new Janitor(withFiles(world, { delete: unavailable }), 0);
    for (let sweep = 0; sweep < 3; sweep++) await assert.rejects(away.sweep(report), StoreUnavailable);
    assert.equal((await world.erasure.erasures(10)).length, 2);

    const failing: Files["delete"] = async (keys) => {
      if (keys.some((key) => key.includes("/a/"))) throw new Error("This key cannot be.");
      await world.files.delete(keys);
    };
    const reported: string[] = [];
    const janitor = new Janitor(withFiles(world, { delete: failing }), 0);
    for (let sweep = 0; sweep < 2; sweep++) await janitor.sweep((_, { sessionId }) => reported.push(sessionId));
    assert.deepEqual(reported, ["a", "a"]);
    assert.deepEqual(
      (await world.erasure.erasures(10)).map(({ sessionId }) => sessionId),
      ["a"],
    );
  });
});
