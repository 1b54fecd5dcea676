import assert from "node:assert/strict";
import { test } from "node:test";
import { compressibleText, inChunks, mouseMove } from "../../test/support/test-events.ts";
import {
  flushAll,
  forEachEnginePair,
  NOON,
  type RecordingEnvironment,
  readText,
  SNAPSHOT_LIMITS,
  sessionEvent,
} from "../../test/support/test-recording-environment.ts";
import { recordSnapshots } from "./recorder.ts";
import { eraseRecording } from "./recording-library.ts";
import { expireIncompleteSnapshots } from "./recording-maintenance.ts";
import type { SessionEvent } from "./session-properties.ts";

const events = [mouseMove(NOON, "ä🚲"), mouseMove(NOON + 1000)];
const DAY_MS = 24 * 3600 * 1000;
const line = `${JSON.stringify({ window_id: "w", data: events })}\n`;

function chunkEvents(chunks: readonly object[], changes: Partial<SessionEvent> = {}): SessionEvent[] {
  const properties = { $session_id: "a", $window_id: "w" };
  return chunks.map(($snapshot_data) => sessionEvent("$snapshot", { ...properties, $snapshot_data }, changes));
}

const textIn = (environment: RecordingEnvironment) => readText(environment.memory.lines("1", "a"));
const staleChunks = (environment: RecordingEnvironment) => environment.pieces.staleChunks(NOON + 1, 10);

forEachEnginePair((openEnvironment) => {
  test("chunks in any order, repeated and on any node, become one piece", async (t) => {
    const orders = [[0], [0, 1, 2], [2, 1, 0], [1, 1, 2, 0, 2, 0], [2, 0, 2, 1, 1, 0]];
    for (const order of orders) {
      const environment = await openEnvironment(t);
      const nodes = [environment, await environment.reopen()];
      const chunks = chunkEvents(inChunks("c", events, Math.max(...order) + 1, order.length > 3 ? "utf8" : "utf16le"));
      for (const [turn, index] of order.entries()) {
        const { stored, refused } = await recordSnapshots(
          "1",
          chunks.slice(index, index + 1),
          nodes[turn % 2] ?? environment,
        );
        assert.deepEqual([stored, refused], [1, []]);
      }
      assert.equal(await textIn(environment), line, `${order}`);
      assert.deepEqual(await staleChunks(environment), []);
      const [recording] = await environment.library.find("1", ["a"]);
      assert.equal(recording?.summary.mouseActivity, 2);
    }
  });

  test("chunks that arrive at several nodes at once become one piece", async (t) => {
    const environment = await openEnvironment(t);
    const nodes = [environment, await environment.reopen(), await environment.reopen()];
    for (let round = 0; round < 20; round++) {
      const chunks = chunkEvents(inChunks(`c${round}`, [mouseMove(NOON + round)], 3));
      await Promise.all(nodes.map((node, index) => recordSnapshots("1", chunks.slice(index, index + 1), node)));
    }
    assert.equal((await environment.library.find("1", ["a"]))[0]?.summary.mouseActivity, 20);
    assert.deepEqual(await staleChunks(environment), []);
  });

  test("a chunk that arrives again after its snapshot was flushed changes nothing", async (t) => {
    const environment = await openEnvironment(t);
    const chunks = chunkEvents(inChunks("c", events, 2));
    await recordSnapshots("1", chunks, environment);
    await flushAll(environment);
    await recordSnapshots("1", chunks.slice(0, 1), environment);
    assert.deepEqual(await staleChunks(environment), []);
    assert.equal(await textIn(environment), "");
  });

  test("distinguishes chunks by snapshot, session and count", async (t) => {
    const environment = await openEnvironment(t);
    const [first, second] = [inChunks("c", events, 2), inChunks("d", events, 2)];
    const elsewhere = chunkEvents(first.slice(1)).map((event) => {
      return { ...event, properties: { ...event.properties, $session_id: "b" } };
    });
    const other = { ...first[1], chunk_count: 3 };
    await recordSnapshots("1", [...chunkEvents([first[0] ?? {}, second[1] ?? {}, other]), ...elsewhere], environment);
    assert.deepEqual(await environment.library.find("1", ["a", "b"]), []);
    assert.equal((await staleChunks(environment)).length, 4);
  });

  test("refuses all chunks of an unreadable snapshot", async (t) => {
    const cut = inChunks("c", events, 2).map((chunk) => ({ ...chunk, data: chunk.data.slice(0, -8) }));
    const bomb = inChunks("c", [mouseMove(NOON, compressibleText(SNAPSHOT_LIMITS.bytes))], 2);
    const unknown = inChunks("c", events, 2).map((chunk) => ({ ...chunk, compression: "lz" }));
    const cases = [
      [cut, /broken gzip/],
      [bomb, /unpacks to more than 1000000 bytes/],
      [unknown, /not gzip in base64/],
    ] as const;
    for (const [chunks, reason] of cases) {
      const environment = await openEnvironment(t);
      const [first, last] = chunkEvents(chunks);
      assert.deepEqual(await recordSnapshots("1", [first as SessionEvent], environment), { stored: 1, refused: [] });
      // Refused again on each call until it is stored as dead letters.
      for (let times = 0; times < 2; times++) {
        const { stored, refused } = await recordSnapshots("1", [last as SessionEvent], environment);
        assert.equal(stored, 0);
        assert.deepEqual(
          refused.map(({ event }) => event),
          [first, last],
        );
        for (const one of refused) assert.match(one.reason, reason);
      }
      assert.deepEqual(await environment.library.find("1", ["a"]), []);
    }
  });

  test("records the readable part of joined chunks and refuses the rest each time the last one arrives", async (t) => {
    const environment = await openEnvironment(t);
    const chunks = chunkEvents(inChunks("c", [...events, { type: "?" }], 2));
    await recordSnapshots("1", chunks.slice(0, 1), environment);
    const uuids = new Set<string>();
    for (let times = 0; times < 2; times++) {
      const { refused } = await recordSnapshots("1", chunks.slice(1), environment);
      assert.equal(refused.length, 1);
      uuids.add(refused[0]?.event.uuid ?? "");
      assert.deepEqual(refused[0]?.event.properties.$snapshot_data, [{ type: "?" }]);
    }
    assert.equal(uuids.size, 1);
    assert.equal(await textIn(environment), line);
  });

  test("refuses an invalid chunk with a reason", async (t) => {
    const environment = await openEnvironment(t);
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
      { data: "x".repeat(SNAPSHOT_LIMITS.bytes) },
      { data: Array(SNAPSHOT_LIMITS.values).fill(0) },
    ];
    const { stored, refused } = await recordSnapshots(
      "1",
      chunkEvents(changes.map((change) => ({ ...chunk, ...change }))),
      environment,
    );
    assert.equal(stored, 0);
    assert.equal(refused.length, changes.length);
    for (const { reason } of refused) assert.match(reason, /^\$snapshot_data is (no chunk of|a chunk of more than) /);
    assert.deepEqual(await staleChunks(environment), []);
  });

  test("erasing a recording erases its chunks, and later ones are dropped", async (t) => {
    const environment = await openEnvironment(t);
    const chunks = chunkEvents(inChunks("c", events, 3));
    await recordSnapshots(
      "1",
      [sessionEvent("$snapshot", { $session_id: "a", $snapshot_data: events }), ...chunks.slice(0, 1)],
      environment,
    );
    await eraseRecording({ projectId: "1", sessionId: "a" }, NOON, environment);
    assert.deepEqual(await staleChunks(environment), []);
    await recordSnapshots("1", chunks, environment);
    assert.deepEqual(await staleChunks(environment), []);
    assert.deepEqual(await environment.library.find("1", ["a"]), []);
  });

  test("incomplete snapshots become dead letters after a day, with a reason", async (t) => {
    const environment = await openEnvironment(t);
    const chunks = chunkEvents(inChunks("c", events, 3));
    const other = chunkEvents(inChunks("d", events, 2).slice(0, 1), { receivedAt: NOON + DAY_MS });
    await recordSnapshots("1", [...chunks.slice(0, 1), ...chunks.slice(2), ...other], environment);
    environment.clock.now = NOON + DAY_MS;
    await expireIncompleteSnapshots(environment);
    assert.deepEqual(environment.deadLetters, []);
    environment.clock.now += 1;
    for (let times = 0; times < 2; times++) {
      await expireIncompleteSnapshots(environment);
      assert.deepEqual(
        environment.deadLetters,
        [0, 2].map((index) => ({
          projectId: "1",
          sessionId: "a",
          uuid: chunks[index]?.uuid,
          reason: "$snapshot_data is one of 3 chunks, of which only 2 came within a day.",
          event: JSON.stringify(chunks[index]),
        })),
      );
    }
    assert.equal((await environment.pieces.staleChunks(NOON + 2 * DAY_MS, 10)).length, 1);
  });

  test("chunks stay if dead letters cannot be stored", async (t) => {
    const environment = await openEnvironment(t);
    await recordSnapshots("1", chunkEvents(inChunks("c", events, 2)).slice(0, 1), environment);
    environment.clock.now = NOON + DAY_MS + 1;
    const setAside = () => Promise.reject(new Error("The disk is full."));
    await assert.rejects(expireIncompleteSnapshots({ ...environment, setAside }), /full/);
    await expireIncompleteSnapshots(environment);
    assert.equal(environment.deadLetters.length, 1);
  });

  test("refused chunks do not become dead letters twice", async (t) => {
    const environment = await openEnvironment(t);
    const unknown = inChunks("c", events, 2).map((chunk) => ({ ...chunk, compression: "lz" }));
    assert.equal((await recordSnapshots("1", chunkEvents(unknown), environment)).refused.length, 2);
    environment.clock.now = NOON + DAY_MS + 1;
    await expireIncompleteSnapshots(environment);
    assert.deepEqual(environment.deadLetters, []);
    assert.deepEqual(await staleChunks(environment), []);
  });
});
