import assert from "node:assert/strict";
import type { Readable } from "node:stream";
import { test } from "node:test";
import { mouseMove } from "../../test/support/test-events.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  readText,
  recordSnapshotsAt,
  seconds,
  sessionEvent,
  withFiles,
} from "../../test/support/test-recording-environment.ts";
import type { Files } from "../store/ports/files.ts";
import type { RecordingLibrary, RecordingPieces } from "../store/ports/recordings.ts";
import { recordSnapshots } from "./recorder.ts";
import { listSources, locateRecording, type PlayerPorts, playSource, playWhole } from "./recording-player.ts";
import { snapshotMemory } from "./snapshot-memory.ts";

const session = { projectId: "1", sessionId: "a" };
const viewing = { userId: 5, at: NOON };

const textIn = async (stream: Promise<Readable>) => readText(await stream);
const wholeText = (ports: PlayerPorts) => textIn(playWhole(session, viewing, ports));
const sortedLines = (text: string) => text.split(/(?<=\n)/).toSorted();

/** Returns a player's ports. Another node flushes after this many pieces are read. */
function flushingAfterPieces(
  environment: RecordingEnvironment,
  other: RecordingEnvironment | Awaited<ReturnType<RecordingEnvironment["reopen"]>>,
  count: number,
): PlayerPorts {
  let read = 0;
  const unflushed: RecordingPieces["unflushed"] = async function* (...args) {
    if (count === 0) await flushAll(other);
    for await (const piece of environment.pieces.unflushed(...args)) {
      yield piece;
      read += 1;
      if (read === count) await flushAll(other);
    }
  };
  return {
    ...environment,
    memory: snapshotMemory({ ...environment, pieces: { ...environment.pieces, unflushed } }, 1_000_000),
  };
}

forEachEnginePair((openEnvironment) => {
  test("a flush during a read of memory neither loses nor duplicates snapshots", async (t) => {
    const environment = await openEnvironment(t);
    const other = await environment.reopen();
    for (const count of [0, 1, 200, 201, 450]) {
      const sessionId = `a${count}`;
      const earlier = await recordSnapshotsAt(environment, sessionId, [0, 1]);
      await flushAll(other);
      const lines = await recordSnapshotsAt(environment, sessionId, seconds(450));
      const ports = flushingAfterPieces(environment, other, count);
      const playback = playSource({ projectId: "1", sessionId }, "in_memory", viewing, ports);
      assert.deepEqual(sortedLines(await textIn(playback)), lines.toSorted(), `${count} pieces`);

      const newest = await recordSnapshotsAt(environment, sessionId, seconds(450));
      const again = playWhole({ projectId: "1", sessionId }, viewing, flushingAfterPieces(environment, other, count));
      const all = [...earlier, ...lines, ...newest];
      assert.deepEqual(sortedLines(await textIn(again)), all.toSorted(), `whole, ${count} pieces`);
    }
  });

  test("a flush between any two queries neither loses nor duplicates snapshots", async (t) => {
    const environment = await openEnvironment(t);
    const other = await environment.reopen();
    for (let turn = 1; turn <= 8; turn++) {
      const sessionId = `a${turn}`;
      const lines = [...(await recordSnapshotsAt(environment, sessionId, [0]))];
      await flushAll(other);
      lines.push(...(await recordSnapshotsAt(environment, sessionId, [1, 2])));
      let queries = 0;
      const flushInTurn = async <T>(answer: T) => {
        queries += 1;
        if (queries === turn) await flushAll(other);
        return answer;
      };
      const library: RecordingLibrary = {
        ...environment.library,
        find: async (...args) => flushInTurn(await environment.library.find(...args)),
        markViewed: async (...args) => flushInTurn(await environment.library.markViewed(...args)),
      };
      const files: RecordingPieces["files"] = async (...args) => flushInTurn(await environment.pieces.files(...args));
      const ports = { ...environment, library, pieces: { ...environment.pieces, files } };
      assert.equal(await textIn(playWhole({ projectId: "1", sessionId }, viewing, ports)), lines.join(""), `${turn}`);
    }
  });

  test("snapshots that move to a file during playback still precede newer ones", async (t) => {
    const environment = await openEnvironment(t);
    const lines = await recordSnapshotsAt(environment, "a", [0]);
    await flushAll(environment);
    lines.push(...(await recordSnapshotsAt(environment, "a", [1])));
    const get: Files["get"] = async (key) => {
      if (lines.length === 2) {
        await flushAll(environment);
        lines.push(...(await recordSnapshotsAt(environment, "a", [2])));
      }
      return environment.files.get(key);
    };
    assert.equal(await wholeText(withFiles(environment, { get })), lines.join(""));
    assert.equal(lines.length, 3);
  });

  test("lists the sources of one moment, whenever a flush finishes", async (t) => {
    const environment = await openEnvironment(t);
    const other = await environment.reopen();
    for (let turn = 1; turn <= 4; turn++) {
      const sessionId = `a${turn}`;
      await recordSnapshotsAt(environment, sessionId, [0]);
      let queries = 0;
      const flushInTurn = async <T>(answer: T) => {
        queries += 1;
        if (queries === turn) await flushAll(other);
        return answer;
      };
      const find: RecordingLibrary["find"] = async (...args) => flushInTurn(await environment.library.find(...args));
      const files: RecordingPieces["files"] = async (...args) => flushInTurn(await environment.pieces.files(...args));
      const ports = {
        ...environment,
        library: { ...environment.library, find },
        pieces: { ...environment.pieces, files },
      };
      const located = await locateRecording({ projectId: "1", sessionId }, ports);
      assert.ok(located);
      assert.equal(listSources(located).length, 1, `${turn}`);
    }
  });

  test("keeps the number of equal snapshots, also with a flush in between", async (t) => {
    const environment = await openEnvironment(t);
    const other = await environment.reopen();
    const $snapshot_data = [mouseMove(NOON)];
    const same = seconds(5).map(() => sessionEvent("$snapshot", { $session_id: "a", $snapshot_data }));
    await recordSnapshots("1", same, environment);
    const text = await wholeText(flushingAfterPieces(environment, other, 2));
    assert.equal(sortedLines(text).length, 5);
  });
});
