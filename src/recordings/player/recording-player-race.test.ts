import assert from "node:assert/strict";
import type { Readable } from "node:stream";
import { test } from "node:test";
import type { Files } from "../../storage/ports/files.ts";
import type { RecordingLibrary } from "../../storage/ports/recording-library.ts";
import type { RecordingPieces } from "../../storage/ports/recording-pieces.ts";
import { recordSnapshots } from "../recorder/recorder.ts";
import { mouseMove } from "../test-events.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  readText,
  recordSnapshotsAt,
  sessionEvent,
  withFiles,
} from "../test-recording-environment.ts";
import { type PlayerPorts, playSource, playWhole } from "./recording-player.ts";
import { SnapshotMemory } from "./snapshot-memory.ts";
import { listSources, locateRecording } from "./sources.ts";

const session = { projectId: "1", sessionId: "a" };
const viewing = { userId: 5, at: NOON };

const textIn = async (stream: Promise<Readable>) => readText(await stream);
const wholeText = (ports: PlayerPorts) => textIn(playWhole(session, viewing, ports));
const sortedLines = (text: string) => text.split(/(?<=\n)/).toSorted();
const seconds = (count: number) => Array.from({ length: count }, (_, second) => second);

/** The world's ports for a player, and a flusher on another node that has its turn after the given number of pieces was read. */
function flushingAfterPieces(
  world: RecordingEnvironment,
  other: RecordingEnvironment | Awaited<ReturnType<RecordingEnvironment["reopen"]>>,
  count: number,
): PlayerPorts {
  let read = 0;
  const unflushed: RecordingPieces["unflushed"] = async function* (...wanted) {
    if (count === 0) await flushAll(other);
    for await (const piece of world.pieces.unflushed(...wanted)) {
      yield piece;
      read += 1;
      if (read === count) await flushAll(other);
    }
  };
  return { ...world, memory: new SnapshotMemory({ ...world, pieces: { ...world.pieces, unflushed } }, 1_000_000) };
}

forEachEnginePair((openWorld) => {
  test("a flush that finishes while the memory is read takes nothing away and doubles nothing", async (t) => {
    const world = await openWorld(t);
    const other = await world.reopen();
    for (const count of [0, 1, 150, 200, 201, 449, 450]) {
      const sessionId = `a${count}`;
      const earlier = await recordSnapshotsAt(world, sessionId, [0, 1]);
      await flushAll(other);
      const lines = await recordSnapshotsAt(world, sessionId, seconds(450));
      const ports = flushingAfterPieces(world, other, count);
      const playback = playSource({ projectId: "1", sessionId }, "in_memory", viewing, ports);
      assert.deepEqual(sortedLines(await textIn(playback)), lines.toSorted(), `${count} pieces`);

      const newest = await recordSnapshotsAt(world, sessionId, seconds(450));
      const again = playWhole({ projectId: "1", sessionId }, viewing, flushingAfterPieces(world, other, count));
      const all = [...earlier, ...lines, ...newest];
      assert.deepEqual(sortedLines(await textIn(again)), all.toSorted(), `whole, ${count} pieces`);
    }
  });

  test("a flush that finishes between any two questions to the store takes nothing away and doubles nothing", async (t) => {
    const world = await openWorld(t);
    const other = await world.reopen();
    for (let turn = 1; turn <= 8; turn++) {
      const sessionId = `a${turn}`;
      const lines = [...(await recordSnapshotsAt(world, sessionId, [0]))];
      await flushAll(other);
      lines.push(...(await recordSnapshotsAt(world, sessionId, [1, 2])));
      let asked = 0;
      const flushInTurn = async <T>(answer: T) => {
        asked += 1;
        if (asked === turn) await flushAll(other);
        return answer;
      };
      const library: RecordingLibrary = {
        ...world.library,
        find: async (...args) => flushInTurn(await world.library.find(...args)),
        markViewed: async (...args) => flushInTurn(await world.library.markViewed(...args)),
      };
      const files: RecordingPieces["files"] = async (...args) => flushInTurn(await world.pieces.files(...args));
      const ports = { ...world, library, pieces: { ...world.pieces, files } };
      assert.equal(await textIn(playWhole({ projectId: "1", sessionId }, viewing, ports)), lines.join(""), `${turn}`);
    }
  });

  test("what moves to a file while the files play still comes before what is newer", async (t) => {
    const world = await openWorld(t);
    const lines = await recordSnapshotsAt(world, "a", [0]);
    await flushAll(world);
    lines.push(...(await recordSnapshotsAt(world, "a", [1])));
    const get: Files["get"] = async (key) => {
      if (lines.length === 2) {
        await flushAll(world);
        lines.push(...(await recordSnapshotsAt(world, "a", [2])));
      }
      return world.files.get(key);
    };
    assert.equal(await wholeText(withFiles(world, { get })), lines.join(""));
    assert.equal(lines.length, 3);
  });

  test("the sources are of one moment, whenever a flush finishes", async (t) => {
    const world = await openWorld(t);
    const other = await world.reopen();
    for (let turn = 1; turn <= 4; turn++) {
      const sessionId = `a${turn}`;
      await recordSnapshotsAt(world, sessionId, [0]);
      let asked = 0;
      const flushInTurn = async <T>(answer: T) => {
        asked += 1;
        if (asked === turn) await flushAll(other);
        return answer;
      };
      const find: RecordingLibrary["find"] = async (...args) => flushInTurn(await world.library.find(...args));
      const files: RecordingPieces["files"] = async (...args) => flushInTurn(await world.pieces.files(...args));
      const ports = { ...world, library: { ...world.library, find }, pieces: { ...world.pieces, files } };
      const located = await locateRecording({ projectId: "1", sessionId }, ports);
      assert.ok(located);
      assert.equal(listSources(located).length, 1, `${turn}`);
    }
  });

  test("equal snapshots are as many as were sent, also when a flush comes between", async (t) => {
    const world = await openWorld(t);
    const other = await world.reopen();
    const $snapshot_data = [mouseMove(NOON)];
    const same = seconds(5).map(() => sessionEvent("$snapshot", { $session_id: "a", $snapshot_data }));
    await recordSnapshots("1", same, world);
    const text = await wholeText(flushingAfterPieces(world, other, 2));
    assert.equal(sortedLines(text).length, 5);
  });
});
