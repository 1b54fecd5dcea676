import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { asUnflushed, collect, emptySummary, newPiece, newProject } from "../samples.ts";

/** Tests how an engine returns unflushed pieces. */
export function describeRecordingPieces(engine: Engine<Store>): void {
  describe(`${engine.name}: pieces of recordings`, () => {
    const store = testStore(engine);
    const recordings = () => store.connection.recordings;

    test("are returned verbatim, by the time of their first snapshot", async () => {
      const project = newProject();
      const summary = {
        ...emptySummary(0),
        mouseActivity: 3,
        startUrl: { at: 0, url: "\u{1f600}" },
        distinctId: "\u{1f600}",
      };
      const pieces = [
        newPiece("s", {
          windowId: "__proto__",
          data: ' [ 1e400, "\\u0000\\ud800" ] \n',
          summary,
        }),
        newPiece("s", { summary: emptySummary(1.5, 9), receivedAt: 1 }),
        newPiece("s", { summary: emptySummary(2), data: JSON.stringify(["\u{1f600}".repeat(3_700_000)]) }),
        newPiece("s", { summary: emptySummary(3), data: "[]" }),
      ];
      await recordings().pieces.append(project, pieces.toReversed());
      assert.deepEqual(await collect(recordings().pieces.unflushed(project, "s")), pieces.map(asUnflushed));
      assert.deepEqual(await collect(recordings().pieces.unflushed(project, "unknown")), []);
    });

    test("are returned without the data that the caller knows", async () => {
      const project = newProject();
      const [known, unknown] = [
        newPiece("s", { summary: emptySummary(1) }),
        newPiece("s", { summary: emptySummary(2) }),
      ];
      await recordings().pieces.append(project, [known, unknown]);
      const received = await collect(recordings().pieces.unflushed(project, "s", new Set([known.uuid])));
      assert.deepEqual(received, [{ ...asUnflushed(known), data: null }, asUnflushed(unknown)]);
    });

    test("are returned once each while others arrive", async () => {
      const project = newProject();
      const other = (await store.connect()).recordings;
      const pieces = Array.from({ length: 700 }, (_, index) =>
        newPiece("s", { summary: emptySummary(Math.floor(index / 300)), data: JSON.stringify("x".repeat(30_000)) }),
      );
      await recordings().pieces.append(project, pieces);
      const received: string[] = [];
      for await (const { uuid } of recordings().pieces.unflushed(project, "s")) {
        received.push(uuid);
        if (received.length % 100 === 0) {
          await other.pieces.append(project, [
            newPiece("s", { summary: emptySummary(-1) }),
            newPiece("s", { summary: emptySummary(9) }),
          ]);
        }
      }
      assert.equal(new Set(received).size, received.length);
      const expected = pieces.map(({ uuid }) => uuid);
      assert.deepEqual(
        received.filter((uuid) => expected.includes(uuid)),
        expected,
      );
    });

    test("are skipped once moved to a file or erased", async () => {
      const project = newProject();
      const session = { projectId: project, sessionId: "s" };
      const pieces = Array.from({ length: 500 }, (_, index) => newPiece("s", { summary: emptySummary(index) }));
      await recordings().pieces.append(project, pieces);
      const half = recordings().pieces.unflushed(project, "s")[Symbol.asyncIterator]();
      const erased = recordings().pieces.unflushed(project, "s")[Symbol.asyncIterator]();
      const [first] = pieces.map(asUnflushed);
      assert.deepEqual((await half.next()).value, first);
      assert.deepEqual((await erased.next()).value, first);

      const file = await recordings().flushing.beginFile(session, "p/");
      assert.ok(file);
      const late = newPiece("s", { summary: emptySummary(1000) });
      await recordings().pieces.append(project, [late]);
      await recordings().flushing.finishFile(session, { ...file, bytes: 1 });
      const rest = await collect({ [Symbol.asyncIterator]: () => half });
      assert.deepEqual(rest.at(-1), asUnflushed(late));
      assert.equal(new Set(rest.map(({ uuid }) => uuid)).size, rest.length);

      await recordings().erasure.erase(project, "s", 1);
      const remaining = await collect({ [Symbol.asyncIterator]: () => erased });
      assert.ok(remaining.length < 500, `${remaining.length} pieces of an erased recording`);
    });
  });
}
