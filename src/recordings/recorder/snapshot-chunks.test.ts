import assert from "node:assert/strict";
import { test } from "node:test";
import { eraseRecording } from "../library/erase-recording.ts";
import { inChunks, mouseMove } from "../test-events.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  readText,
  SNAPSHOT_BYTES,
  sessionEvent,
} from "../test-recording-environment.ts";
import { expireIncompleteSnapshots } from "./expire-incomplete-snapshots.ts";
import { recordSnapshots } from "./recorder.ts";
import type { SessionEvent } from "./session-event.ts";

const events = [mouseMove(NOON, "ä🚲"), mouseMove(NOON + 1000)];
const DAY_MS = 24 * 3600 * 1000;
const line = `${JSON.stringify({ window_id: "w", data: events })}\n`;

function chunkEvents(chunks: readonly object[], changes: Partial<SessionEvent> = {}): SessionEvent[] {
  const properties = { $session_id: "a", $window_id: "w" };
  return chunks.map(($snapshot_data) => sessionEvent("$snapshot", { ...properties, $snapshot_data }, changes));
}

const textIn = (world: RecordingEnvironment) => readText(world.memory.lines("1", "a"));
const staleChunks = (world: RecordingEnvironment) => world.pieces.staleChunks(NOON + 1, 10);

forEachEnginePair((openWorld) => {
  test("chunks in any order, repeated and on any node, become one piece", async (t) => {
    const orders = [[0], [0, 1, 2], [2, 1, 0], [1, 1, 2, 0, 2, 0], [2, 0, 2, 1, 1, 0]];
    for (const order of orders) {
      const world = await openWorld(t);
      const nodes = [world, await world.reopen()];
      const chunks = chunkEvents(inChunks("c", events, Math.max(...order) + 1, order.length > 3 ? "utf8" : "utf16le"));
      for (const [turn, place] of order.entries()) {
        const { stored, refused } = await recordSnapshots(
          "1",
          chunks.slice(place, place + 1),
          nodes[turn % 2] ?? world,
        );
        assert.deepEqual([stored, refused], [1, []]);
      }
      assert.equal(await textIn(world), line, `${order}`);
      assert.deepEqual(await staleChunks(world), []);
      const [recording] = await world.library.find("1", ["a"]);
      assert.equal(recording?.summary.mouseActivity, 2);
    }
  });

  test("chunks that arrive at several nodes at once become one piece", async (t) => {
    const world = await openWorld(t);
    const nodes = [world, await world.reopen(), await world.reopen()];
    for (let round = 0; round < 20; round++) {
      const chunks = chunkEvents(inChunks(`c${round}`, [mouseMove(NOON + round)], 3));
      await Promise.all(nodes.map((node, place) => recordSnapshots("1", chunks.slice(place, place + 1), node)));
    }
    assert.equal((await world.library.find("1", ["a"]))[0]?.summary.mouseActivity, 20);
    assert.deepEqual(await staleChunks(world), []);
  });

  test("a chunk that comes again after its snapshot went into a file changes nothing", async (t) => {
    const world = await openWorld(t);
    const chunks = chunkEvents(inChunks("c", events, 2));
    await recordSnapshots("1", chunks, world);
    await flushAll(world);
    await recordSnapshots("1", chunks.slice(0, 1), world);
    assert.deepEqual(await staleChunks(world), []);
    assert.equal(await textIn(world), "");
  });

  test("chunks of different snapshots, sessions and counts are told apart", async (t) => {
    const world = await openWorld(t);
    const [first, second] = [inChunks("c", events, 2), inChunks("d", events, 2)];
    const elsewhere = chunkEvents(first.slice(1)).map((event) => {
      return { ...event, properties: { ...event.properties, $session_id: "b" } };
    });
    const other = { ...first[1], chunk_count: 3 };
    await recordSnapshots("1", [...chunkEvents([first[0] ?? {}, second[1] ?? {}, other]), ...elsewhere], world);
    assert.deepEqual(await world.library.find("1", ["a", "b"]), []);
    assert.equal((await staleChunks(world)).length, 4);
  });

  test("chunks that together make no sense are all given back", async (t) => {
    const cut = inChunks("c", events, 2).map((chunk) => ({ ...chunk, data: chunk.data.slice(0, -8) }));
    const bomb = inChunks("c", [mouseMove(NOON, "x".repeat(SNAPSHOT_BYTES * 3))], 2);
    const odd = inChunks("c", events, 2).map((chunk) => ({ ...chunk, compression: "lz" }));
    const cases = [
      [cut, /broken gzip/],
      [bomb, /unpacks to more than 1000000 bytes/],
      [odd, /not gzip in base64/],
    ] as const;
    for (const [chunks, reason] of cases) {
      const world = await openWorld(t);
      const [first, last] = chunkEvents(chunks);
      assert.deepEqual(await recordSnapshots("1", [first as SessionEvent], world), { stored: 1, refused: [] });
      // Told again until what comes after it is on disk.
      for (let times = 0; times < 2; times++) {
        const { stored, refused } = await recordSnapshots("1", [last as SessionEvent], world);
        assert.equal(stored, 0);
        assert.deepEqual(
          refused.map(({ event }) => event),
          [first, last],
        );
        for (const one of refused) assert.match(one.reason, reason);
      }
      assert.deepEqual(await world.library.find("1", ["a"]), []);
    }
  });

  test("what of joined chunks can be read is recorded, and the rest is given back as often as the last one comes", async (t) => {
    const world = await openWorld(t);
    const chunks = chunkEvents(inChunks("c", [...events, { type: "?" } as never], 2));
    await recordSnapshots("1", chunks.slice(0, 1), world);
    const uuids = new Set<string>();
    for (let times = 0; times < 2; times++) {
      const { refused } = await recordSnapshots("1", chunks.slice(1), world);
      assert.equal(refused.length, 1);
      uuids.add(refused[0]?.event.uuid ?? "");
      assert.deepEqual(refused[0]?.event.properties.$snapshot_data, [{ type: "?" }]);
    }
    assert.equal(uuids.size, 1);
    assert.equal(await textIn(world), line);
  });

  test("what is no chunk is refused with a reason", async (t) => {
    const world = await openWorld(t);
    const [chunk] = inChunks("c", events, 2);
    const changes = [
      { chunk_id: "" },
      { chunk_id: {} },
      { chunk_index: 2 },
      { chunk_index: -1 },
      { chunk_index: 0.5 },
      { chunk_index: "0" },
      { chunk_count: 0 },
      { chunk_count: 1001 },
      { chunk_count: null },
      { data: "x".repeat(SNAPSHOT_BYTES) },
    ];
    const { stored, refused } = await recordSnapshots(
      "1",
      chunkEvents(changes.map((change) => ({ ...chunk, ...change }))),
      world,
    );
    assert.equal(stored, 0);
    assert.equal(refused.length, changes.length);
    for (const { reason } of refused) assert.match(reason, /^\$snapshot_data is (no chunk of|a chunk of more than) /);
    assert.deepEqual(await staleChunks(world), []);
  });

  test("an erased recording takes its chunks with it, and later ones are dropped", async (t) => {
    const world = await openWorld(t);
    const chunks = chunkEvents(inChunks("c", events, 3));
    await recordSnapshots(
      "1",
      [sessionEvent("$snapshot", { $session_id: "a", $snapshot_data: events }), ...chunks.slice(0, 1)],
      world,
    );
    await eraseRecording({ projectId: "1", sessionId: "a" }, NOON, world);
    assert.deepEqual(await staleChunks(world), []);
    await recordSnapshots("1", chunks, world);
    assert.deepEqual(await staleChunks(world), []);
    assert.deepEqual(await world.library.find("1", ["a"]), []);
  });

  test("chunks that are never complete are set aside after a day, with a reason", async (t) => {
    const world = await openWorld(t);
    const chunks = chunkEvents(inChunks("c", events, 3));
    const other = chunkEvents(inChunks("d", events, 2).slice(0, 1), { receivedAt: NOON + DAY_MS });
    await recordSnapshots("1", [...chunks.slice(0, 1), ...chunks.slice(2), ...other], world);
    world.clock.now = NOON + DAY_MS;
    await expireIncompleteSnapshots(world);
    assert.deepEqual(world.letters, []);
    world.clock.now += 1;
    for (let times = 0; times < 2; times++) {
      await expireIncompleteSnapshots(world);
      assert.deepEqual(
        world.letters,
        [0, 2].map((place) => ({
          projectId: "1",
          sessionId: "a",
          uuid: chunks[place]?.uuid,
          reason: "$snapshot_data is one of 3 chunks, of which only 2 came within a day.",
          event: JSON.stringify(chunks[place]),
        })),
      );
    }
    assert.equal((await world.pieces.staleChunks(NOON + 2 * DAY_MS, 10)).length, 1);
  });

  test("chunks stay where they cannot be set aside", async (t) => {
    const world = await openWorld(t);
    await recordSnapshots("1", chunkEvents(inChunks("c", events, 2)).slice(0, 1), world);
    world.clock.now = NOON + DAY_MS + 1;
    const setAside = () => Promise.reject(new Error("The disk is full."));
    await assert.rejects(expireIncompleteSnapshots({ ...world, setAside }), /full/);
    await expireIncompleteSnapshots(world);
    assert.equal(world.letters.length, 1);
  });

  test("what was given back already is not set aside again", async (t) => {
    const world = await openWorld(t);
    const odd = inChunks("c", events, 2).map((chunk) => ({ ...chunk, compression: "lz" }));
    assert.equal((await recordSnapshots("1", chunkEvents(odd), world)).refused.length, 2);
    world.clock.now = NOON + DAY_MS + 1;
    await expireIncompleteSnapshots(world);
    assert.deepEqual(world.letters, []);
    assert.deepEqual(await staleChunks(world), []);
  });
});
