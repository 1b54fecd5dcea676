import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { RecordingFlushing } from "../../storage/ports/recording-flushing.ts";
import { filePrefix } from "../file-keys.ts";
import { gunzipStream } from "../player/streams.ts";
import { recordSnapshots } from "../recorder/recorder.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  readText,
  recordSnapshotsAt,
  snapshotEvent,
} from "../test-recording-environment.ts";
import { type FlushPorts, flushSession } from "./flush-session.ts";

const session = { projectId: "1", sessionId: "a" };
const prefix = filePrefix(session);
const key = `${prefix}${NOON}-${NOON + 1000}`;
const lease = { owner: "one", leaseMs: 60_000 };
const otherLease = { owner: "other", leaseMs: 60_000 };

/** The lines of each file of the session, as its list of files has them. */
async function filed({
  pieces,
  files,
}: Pick<RecordingEnvironment, "pieces" | "files">): Promise<[key: string, text: string][]> {
  const listed = await pieces.files("1", "a");
  return Promise.all(listed.map(async ({ key }): Promise<[string, string]> => [key, await stored(files, key)]));
}

async function stored(files: Files, key: string): Promise<string> {
  const file = await files.get(key);
  assert.ok(file, key);
  return readText(gunzipStream(file.stream));
}

async function allKeys(files: Files): Promise<string[]> {
  const keys = [];
  for await (const key of files.list("")) keys.push(key);
  return keys.toSorted();
}

forEachEnginePair((openWorld) => {
  test("a session's snapshots move to a file of JSON lines, in the order of time, and are in memory no more", async (t) => {
    const world = await openWorld(t);
    const [second, first] = await recordSnapshotsAt(world, "a", [1, 0]);
    assert.notEqual(await flushSession(session, lease, world), null);
    assert.deepEqual(await filed(world), [[key, `${first}${second}`]]);
    const [file] = await world.pieces.files("1", "a");
    const object = await world.files.get(key);
    object?.stream.destroy();
    assert.equal(file?.bytes, object?.bytes);
    const [recording] = await world.library.find("1", ["a"]);
    assert.equal(recording?.unflushed, null);
    assert.equal(await flushSession(session, lease, world), null, "nothing is left to move");
  });

  test("what comes later goes to a file of its own, also when the times are the same", async (t) => {
    const world = await openWorld(t);
    const texts = [];
    for (let file = 0; file < 3; file++) {
      texts.push((await recordSnapshotsAt(world, "a", [0, 1])).join(""));
      assert.notEqual(await flushSession(session, lease, world), null);
    }
    assert.deepEqual(await filed(world), [
      [key, texts[0]],
      [`${key}-2`, texts[1]],
      [`${key}-3`, texts[2]],
    ]);
  });

  test("a session id full of slashes stays in its own place", async (t) => {
    const world = await openWorld(t);
    const sessionId = "../../../b";
    await recordSnapshots("1", [snapshotEvent(sessionId)], world);
    await flushAll(world);
    assert.deepEqual(await allKeys(world.files), [`${filePrefix({ projectId: "1", sessionId })}${NOON}-${NOON}`]);
  });

  test("a flusher that ended after any step is followed by another, and each snapshot is in one file", async (t) => {
    const ends = ["claimed", "begun", "half written", "written", "finished"];
    for (const end of ends) {
      const world = await openWorld(t);
      const lines = await recordSnapshotsAt(world, "a", [0, 1]);
      const { flushing, files } = world;
      assert.ok(await flushing.claim(session, "ended", NOON + 60_000, NOON));
      if (end !== "claimed") {
        const begun = await flushing.beginFile(session, prefix);
        assert.equal(begun?.key, key);
        if (end === "half written") await files.put(key, Readable.from([gzipSync(lines[0] ?? "").subarray(0, 30)]));
        if (end === "written" || end === "finished") {
          const bytes = await files.put(key, Readable.from([gzipSync(lines.join(""))]));
          if (end === "finished") await flushing.finishFile(session, { ...begun, bytes });
        }
      }
      const [later] = await recordSnapshotsAt(world, "a", [2]);

      assert.equal(await flushSession(session, lease, world), null, "the ended one still has the right to it");
      world.clock.now += 60_000;
      await flushAll(world);
      const all = [...lines, later].join("");
      assert.equal((await filed(world)).map(([, text]) => text).join(""), all, end);
      assert.deepEqual(
        await allKeys(files),
        (await filed(world)).map(([key]) => key),
        end,
      );
      assert.equal((await filed(world)).length, end === "claimed" ? 1 : 2, end);
    }
  });

  test("an object store that cannot be written to fails the flush; when it can again, the flush completes it", async (t) => {
    const world = await openWorld(t);
    const lines = await recordSnapshotsAt(world, "a", [0, 1]);
    await world.takeFilesAway();
    await assert.rejects(flushSession(session, lease, world), StoreUnavailable);
    assert.deepEqual(await filed(world), []);
    await world.bringFilesBack();
    assert.equal(await flushSession(session, otherLease, world), null, "the claim is as it was");
    assert.notEqual(await flushSession(session, lease, world), null);
    assert.deepEqual(await filed(world), [[key, lines.join("")]]);
  });

  test("a store that fails while a file is written leaves no file", async (t) => {
    const world = await openWorld(t);
    const lines = await recordSnapshotsAt(world, "a", [0, 1]);
    const boundPieces: RecordingFlushing["boundPieces"] = async function* (...wanted) {
      for await (const piece of world.flushing.boundPieces(...wanted)) {
        yield piece;
        throw new StoreUnavailable("The database is gone.");
      }
    };
    await assert.rejects(flushSession(session, lease, withFlushing(world, { boundPieces })), /The database is gone/);
    assert.deepEqual(await allKeys(world.files), []);
    world.clock.now += 60_000;
    await flushAll(world);
    assert.deepEqual(await filed(world), [[key, lines.join("")]]);
  });

  test("a flusher that was overtaken leaves the finished file as it is, wherever it was", async (t) => {
    for (let step = 0; step <= 2; step++) {
      const world = await openWorld(t);
      const node = await world.reopen();
      const lines = await recordSnapshotsAt(world, "a", [0, 1]);
      const overtake = async () => {
        world.clock.now += 61_000;
        assert.notEqual(await flushSession(session, otherLease, node), null);
      };
      const boundPieces: RecordingFlushing["boundPieces"] = async function* (...wanted) {
        let given = 0;
        if (step === 0) await overtake();
        for await (const piece of world.flushing.boundPieces(...wanted)) {
          yield piece;
          given += 1;
          if (given === step) await overtake();
        }
      };
      assert.equal(await flushSession(session, lease, withFlushing(world, { boundPieces })), null, `${step}`);
      assert.deepEqual(await filed(world), [[key, lines.join("")]], `${step}`);
      await recordSnapshotsAt(world, "a", [7]);
      await flushAll(world);
      assert.deepEqual((await filed(world))[0], [key, lines.join("")], `${step}`);
    }
  });

  test("one who writes for long keeps the others away", async (t) => {
    const world = await openWorld(t);
    await recordSnapshotsAt(world, "a", [0, 1, 2, 3]);
    const refused: boolean[] = [];
    const boundPieces: RecordingFlushing["boundPieces"] = async function* (...wanted) {
      for await (const piece of world.flushing.boundPieces(...wanted)) {
        world.clock.now += 40_000;
        refused.push(await world.flushing.claim(session, "other", world.now() + 1, world.now()));
        yield piece;
      }
    };
    assert.notEqual(await flushSession(session, lease, withFlushing(world, { boundPieces })), null);
    assert.deepEqual(refused, [false, false, false, false]);
  });

  test("a recording that is erased while its file is written ends without one", async (t) => {
    const world = await openWorld(t);
    await recordSnapshotsAt(world, "a", [0, 1]);
    const boundPieces: RecordingFlushing["boundPieces"] = async function* (...wanted) {
      for await (const piece of world.flushing.boundPieces(...wanted)) {
        yield piece;
        await world.erasure.erase("1", "a", NOON);
      }
    };
    assert.equal(await flushSession(session, lease, withFlushing(world, { boundPieces })), null);
    assert.deepEqual(await allKeys(world.files), []);
  });
});

function withFlushing(world: RecordingEnvironment, changes: Partial<RecordingFlushing>): FlushPorts {
  return { ...world, flushing: { ...world.flushing, ...changes } };
}
