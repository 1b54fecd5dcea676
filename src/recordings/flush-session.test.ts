import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  readText,
  recordSnapshotsAt,
  snapshotEvent,
} from "../../test/support/test-recording-environment.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import type { Files } from "../store/ports/files.ts";
import type { RecordingFlushing } from "../store/ports/recordings.ts";
import { filePrefix } from "./file-keys.ts";
import { type FlushPorts, flushSession } from "./flush-session.ts";
import { recordSnapshots } from "./recorder.ts";
import { gunzipStream } from "./snapshot-lines.ts";

const session = { projectId: "1", sessionId: "a" };
const prefix = filePrefix(session);
const key = `${prefix}${NOON}-${NOON + 1000}`;
const lease = { owner: "one", leaseMs: 60_000 };
const otherLease = { owner: "other", leaseMs: 60_000 };

/** Returns the key and the content of each listed file of the session. */
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

forEachEnginePair((openEnvironment) => {
  test("moves a session's snapshots to a file of JSON lines, ordered by time", async (t) => {
    const environment = await openEnvironment(t);
    const [second, first] = await recordSnapshotsAt(environment, "a", [1, 0]);
    assert.notEqual(await flushSession(session, lease, environment), null);
    assert.deepEqual(await filed(environment), [[key, `${first}${second}`]]);
    const [file] = await environment.pieces.files("1", "a");
    const object = await environment.files.get(key);
    object?.stream.destroy();
    assert.equal(file?.bytes, object?.bytes);
    const [recording] = await environment.library.find("1", ["a"]);
    assert.equal(recording?.unflushed, null);
    assert.equal(await flushSession(session, lease, environment), null, "nothing is left to move");
  });

  test("later snapshots go to a file of their own, even with equal times", async (t) => {
    const environment = await openEnvironment(t);
    const texts = [];
    for (let file = 0; file < 3; file++) {
      texts.push((await recordSnapshotsAt(environment, "a", [0, 1])).join(""));
      assert.notEqual(await flushSession(session, lease, environment), null);
    }
    assert.deepEqual(await filed(environment), [
      [key, texts[0]],
      [`${key}-2`, texts[1]],
      [`${key}-3`, texts[2]],
    ]);
  });

  test("a session id with slashes stays within its prefix", async (t) => {
    const environment = await openEnvironment(t);
    const sessionId = "../../../b";
    await recordSnapshots("1", [snapshotEvent(sessionId)], environment);
    await flushAll(environment);
    assert.deepEqual(await allKeys(environment.files), [`${filePrefix({ projectId: "1", sessionId })}${NOON}-${NOON}`]);
  });

  test("another flusher completes a flush interrupted at any step, with each snapshot in one file", async (t) => {
    const ends = ["claimed", "begun", "half written", "written", "finished"];
    for (const end of ends) {
      const environment = await openEnvironment(t);
      const lines = await recordSnapshotsAt(environment, "a", [0, 1]);
      const { flushing, files } = environment;
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
      const [later] = await recordSnapshotsAt(environment, "a", [2]);

      assert.equal(await flushSession(session, lease, environment), null, "the ended one still has the right to it");
      environment.clock.now += 60_000;
      await flushAll(environment);
      const all = [...lines, later].join("");
      assert.equal((await filed(environment)).map(([, text]) => text).join(""), all, end);
      assert.deepEqual(
        await allKeys(files),
        (await filed(environment)).map(([key]) => key),
        end,
      );
      assert.equal((await filed(environment)).length, end === "claimed" ? 1 : 2, end);
    }
  });

  test("a flush fails while object storage is not writable, and completes later", async (t) => {
    const environment = await openEnvironment(t);
    const lines = await recordSnapshotsAt(environment, "a", [0, 1]);
    await environment.disconnectFiles();
    await assert.rejects(flushSession(session, lease, environment), StoreUnavailable);
    assert.deepEqual(await filed(environment), []);
    await environment.restoreFiles();
    assert.equal(await flushSession(session, otherLease, environment), null, "the claim is as it was");
    assert.notEqual(await flushSession(session, lease, environment), null);
    assert.deepEqual(await filed(environment), [[key, lines.join("")]]);
  });

  test("a store that fails while a file is written leaves no file", async (t) => {
    const environment = await openEnvironment(t);
    const lines = await recordSnapshotsAt(environment, "a", [0, 1]);
    const piecesOfOpenFile: RecordingFlushing["piecesOfOpenFile"] = async function* (...args) {
      for await (const piece of environment.flushing.piecesOfOpenFile(...args)) {
        yield piece;
        throw new StoreUnavailable("The database is gone.");
      }
    };
    await assert.rejects(
      flushSession(session, lease, withFlushing(environment, { piecesOfOpenFile })),
      /The database is gone/,
    );
    assert.deepEqual(await allKeys(environment.files), []);
    environment.clock.now += 60_000;
    await flushAll(environment);
    assert.deepEqual(await filed(environment), [[key, lines.join("")]]);
  });

  test("a superseded flusher leaves the finished file unchanged, at any step", async (t) => {
    for (let step = 0; step <= 2; step++) {
      const environment = await openEnvironment(t);
      const node = await environment.reopen();
      const lines = await recordSnapshotsAt(environment, "a", [0, 1]);
      const overtake = async () => {
        environment.clock.now += 61_000;
        assert.notEqual(await flushSession(session, otherLease, node), null);
      };
      const piecesOfOpenFile: RecordingFlushing["piecesOfOpenFile"] = async function* (...args) {
        let yielded = 0;
        if (step === 0) await overtake();
        for await (const piece of environment.flushing.piecesOfOpenFile(...args)) {
          yield piece;
          yielded += 1;
          if (yielded === step) await overtake();
        }
      };
      assert.equal(
        await flushSession(session, lease, withFlushing(environment, { piecesOfOpenFile })),
        null,
        `${step}`,
      );
      assert.deepEqual(await filed(environment), [[key, lines.join("")]], `${step}`);
      await recordSnapshotsAt(environment, "a", [7]);
      await flushAll(environment);
      assert.deepEqual((await filed(environment))[0], [key, lines.join("")], `${step}`);
    }
  });

  test("a long write renews its claim", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0, 1, 2, 3]);
    const refused: boolean[] = [];
    const piecesOfOpenFile: RecordingFlushing["piecesOfOpenFile"] = async function* (...args) {
      for await (const piece of environment.flushing.piecesOfOpenFile(...args)) {
        environment.clock.now += 40_000;
        refused.push(await environment.flushing.claim(session, "other", environment.now() + 1, environment.now()));
        yield piece;
      }
    };
    assert.notEqual(await flushSession(session, lease, withFlushing(environment, { piecesOfOpenFile })), null);
    assert.deepEqual(refused, [false, false, false, false]);
  });

  test("a recording erased while its file is written has no file", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0, 1]);
    const piecesOfOpenFile: RecordingFlushing["piecesOfOpenFile"] = async function* (...args) {
      for await (const piece of environment.flushing.piecesOfOpenFile(...args)) {
        yield piece;
        await environment.erasure.erase("1", "a", NOON);
      }
    };
    assert.equal(await flushSession(session, lease, withFlushing(environment, { piecesOfOpenFile })), null);
    assert.deepEqual(await allKeys(environment.files), []);
  });
});

function withFlushing(environment: RecordingEnvironment, changes: Partial<RecordingFlushing>): FlushPorts {
  return { ...environment, flushing: { ...environment.flushing, ...changes } };
}
