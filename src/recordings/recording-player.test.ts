import assert from "node:assert/strict";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { mouseMove } from "../../test/support/test-events.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  playedText,
  readText,
  recordSnapshotsAt,
  seconds,
  sessionEvent,
  withFiles,
} from "../../test/support/test-recording-environment.ts";
import { Problem } from "../lib/problem.ts";
import type { Files } from "../store/ports/files.ts";
import type { RecordingPieces } from "../store/ports/recordings.ts";
import { filePrefix } from "./file-keys.ts";
import { recordSnapshots } from "./recorder.ts";
import { eraseRecording } from "./recording-library.ts";
import { listSources, locateRecording, type PlayerPorts, playFile, playSource, playWhole } from "./recording-player.ts";
import { snapshotMemory } from "./snapshot-memory.ts";

const session = { projectId: "1", sessionId: "a" };
const viewing = { userId: 5, at: NOON };
const memory = { source: "in_memory", key: null };

const wholeText = async (ports: PlayerPorts) => readText(await playWhole(session, viewing, ports));

forEachEnginePair((openEnvironment) => {
  test("a recording's sources are its files and its unflushed snapshots, ordered by time", async (t) => {
    const environment = await openEnvironment(t);
    const first = await recordSnapshotsAt(environment, "a", [10, 11]);
    await flushAll(environment);
    const second = await recordSnapshotsAt(environment, "a", [5, 20]);
    await flushAll(environment);
    const third = await recordSnapshotsAt(environment, "a", [30]);

    const located = await locateRecording(session, environment);
    assert.ok(located);
    const at = (second: number) => NOON + second * 1000;
    assert.deepEqual(listSources(located), [
      { source: "object_storage", key: `${at(5)}-${at(20)}`, firstMs: at(5), lastMs: at(20) },
      { source: "object_storage", key: `${at(10)}-${at(11)}`, firstMs: at(10), lastMs: at(11) },
      { source: "in_memory", key: null, firstMs: at(30), lastMs: at(30) },
    ]);
    const texts = [];
    for (const source of listSources(located)) texts.push(await playedText(session, source, viewing, environment));
    assert.deepEqual(texts, [second.join(""), first.join(""), third.join("")]);
    assert.equal(await wholeText(environment), texts.join(""));
  });

  test("returns a file as stored: gzipped, with its size, whole or in part", async (t) => {
    const environment = await openEnvironment(t);
    const lines = await recordSnapshotsAt(environment, "a", [0, 1]);
    await flushAll(environment);
    const query = { source: "object_storage", key: `${NOON}-${NOON + 1000}` };
    const file = await playFile(session, query, viewing, environment);
    const packed = await buffer((await file.open()).stream);
    assert.equal(file.bytes, packed.byteLength);
    assert.equal(gunzipSync(packed).toString(), lines.join(""));
    assert.deepEqual(await buffer((await file.open({ first: 2, last: 9 })).stream), packed.subarray(2, 10));
  });

  test("a file's tag is unique, and the same on every node", async (t) => {
    const environment = await openEnvironment(t);
    for (const sessionId of ["a", "b", "a"]) {
      await recordSnapshotsAt(environment, sessionId, [0]);
      await flushAll(environment);
    }
    const [node, tags] = [await environment.reopen(), new Set<string>()];
    for (const [sessionId, end] of [
      ["a", ""],
      ["a", "-2"],
      ["b", ""],
    ] as const) {
      const query = { source: "object_storage", key: `${NOON}-${NOON}${end}` };
      for (const ports of [environment, node]) {
        tags.add((await playFile({ projectId: "1", sessionId }, query, viewing, ports)).tag);
      }
    }
    assert.equal(tags.size, 3);
    for (const tag of tags) assert.match(tag, /^[0-9a-f]{16}$/);
  });

  test("a source without a key yields all of its files, unpacked, ordered by time", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [1]);
    await flushAll(environment);
    await recordSnapshotsAt(environment, "a", [0]);
    await flushAll(environment);
    const located = await locateRecording(session, environment);
    assert.equal(located?.files.length, 2);
    const parts: string[] = [];
    for (const source of listSources(located)) parts.push(await playedText(session, source, viewing, environment));
    assert.equal(await readText(await playSource(session, "object_storage", viewing, environment)), parts.join(""));
  });

  test("throws not_found for an unknown source", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    await recordSnapshotsAt(environment, "b", [0]);
    await flushAll(environment);
    const [other] = await environment.pieces.files("1", "b");
    const keys = ["", "..", `../../b/data/${NOON}-${NOON}`, other?.key ?? "", `${NOON}-${NOON}-2`];
    const unknown = [
      ...keys.map((key) => ({ source: "object_storage", key })),
      memory, // all was flushed
      { source: "in_memory", key: `${NOON}-${NOON}` },
      { source: "columnar", key: null },
    ];
    for (const query of unknown) await assert.rejects(playedText(session, query, viewing, environment), isNotFound);
    for (const missing of [
      { ...session, sessionId: "none" },
      { ...session, projectId: "2" },
    ]) {
      await assert.rejects(playSource(missing, "in_memory", viewing, environment), isNotFound);
      await assert.rejects(
        playFile(missing, { source: "object_storage", key: `${NOON}-${NOON}` }, viewing, environment),
        isNotFound,
      );
      await assert.rejects(playWhole(missing, viewing, environment), isNotFound);
      assert.equal(await locateRecording(missing, environment), null);
    }
  });

  test("marks the recording as viewed for the playing user only", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    await flushAll(environment);
    await recordSnapshotsAt(environment, "a", [1]);
    const file = { source: "object_storage", key: `${NOON}-${NOON}` };
    await readText(await playWhole(session, { userId: 1, at: NOON }, environment));
    await playedText(session, memory, { userId: 2, at: NOON }, environment);
    await playedText(session, file, { userId: 3, at: NOON }, environment);
    const seen = [];
    for (const userId of [1, 2, 3, 4]) seen.push((await environment.library.viewed("1", ["a"], userId)).has("a"));
    assert.deepEqual(seen, [true, true, true, false]);
  });

  test("destroying the stream closes the file and ends the read of snapshots", async (t) => {
    const environment = await openEnvironment(t);
    const note = "x".repeat(300_000);
    const large = (second: number) => {
      const $snapshot_data = [mouseMove(NOON + second * 1000, `${note}${Math.random()}`)];
      return sessionEvent("$snapshot", { $session_id: "a", $snapshot_data });
    };
    await recordSnapshots("1", seconds(20).map(large), environment);
    await flushAll(environment);
    await recordSnapshots("1", seconds(20).map(large), environment);

    const opened: Readable[] = [];
    const get: Files["get"] = async (key) => {
      const file = await environment.files.get(key);
      if (file) opened.push(file.stream);
      return file;
    };
    let reading = 0;
    const unflushed: RecordingPieces["unflushed"] = async function* (...args) {
      reading += 1;
      try {
        yield* environment.pieces.unflushed(...args);
      } finally {
        reading -= 1;
      }
    };
    const ports = {
      ...withFiles(environment, { get }),
      memory: snapshotMemory({ ...environment, pieces: { ...environment.pieces, unflushed } }, 1_000_000),
    };

    const whole = await playWhole(session, viewing, ports);
    assert.equal(opened.length, 1);
    await destroyed(whole);
    assert.ok(opened[0]?.destroyed);

    const live = await playSource(session, "in_memory", viewing, ports);
    assert.equal(reading, 1);
    await destroyed(live);
    assert.equal(reading, 0);
  });

  test("reads no further ahead than a slow reader needs", async (t) => {
    const environment = await openEnvironment(t);
    const note = "x".repeat(100_000);
    const events = seconds(60).map((second) => {
      const $snapshot_data = [mouseMove(NOON + second * 1000, note)];
      return sessionEvent("$snapshot", { $session_id: "a", $snapshot_data });
    });
    await recordSnapshots("1", events, environment);
    let read = 0;
    const unflushed: RecordingPieces["unflushed"] = async function* (...args) {
      for await (const piece of environment.pieces.unflushed(...args)) {
        read += 1;
        yield piece;
      }
    };
    const stream = await playWhole(session, viewing, {
      ...environment,
      memory: snapshotMemory({ ...environment, pieces: { ...environment.pieces, unflushed } }, 0),
    });
    const reader = stream[Symbol.asyncIterator]();
    for (let chunks = 1; chunks <= 10; chunks++) {
      await reader.next();
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      assert.ok(read <= chunks + 3, `${read} pieces read, ${chunks} chunks`);
    }
    await reader.return?.();
  });

  test("throws not_found for a lost file", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshotsAt(environment, "a", [0]);
    await flushAll(environment);
    await environment.files.delete([`${filePrefix(session)}${NOON}-${NOON}`]);
    await assert.rejects(playWhole(session, viewing, environment), isNotFound);
    const query = { source: "object_storage", key: `${NOON}-${NOON}` };
    await assert.rejects(playedText(session, query, viewing, environment), isNotFound);
  });

  test("playback fails if the recording is erased between two of its files", async (t) => {
    const environment = await openEnvironment(t);
    for (const second of [0, 1]) {
      await recordSnapshotsAt(environment, "a", [second]);
      await flushAll(environment);
    }
    let got = 0;
    const get: Files["get"] = async (key) => {
      got += 1;
      if (got === 2) await eraseRecording(session, NOON, environment);
      return environment.files.get(key);
    };
    await assert.rejects(wholeText(withFiles(environment, { get })), isNotFound);
    assert.equal(got, 2);
  });
});

async function destroyed(stream: Readable): Promise<void> {
  stream.destroy();
  if (!stream.closed) await once(stream, "close");
}

function isNotFound(error: unknown): boolean {
  return error instanceof Problem && error.code === "not_found";
}
