import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Documents } from "../ports/engines.ts";
import { type Engine, testStore } from "./engine.ts";
import { asOpen, collect, newPiece, newProject, quiet } from "./samples.ts";

/** What the port promises of the pieces that are in no file yet, as tests of an engine. */
export function describeRecordingPieces(engine: Engine<Documents>): void {
  describe(`${engine.name}: pieces of recordings`, () => {
    const store = testStore(engine);
    const recordings = () => store.connection.recordings;

    test("come to the letter, by the time of their first snapshot", async () => {
      const project = newProject();
      const summary = {
        ...quiet(0),
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
        newPiece("s", { summary: quiet(1.5, 9), receivedAt: 1 }),
        newPiece("s", { summary: quiet(2), data: JSON.stringify(["\u{1f600}".repeat(3_700_000)]) }),
        newPiece("s", { summary: quiet(3), data: "[]" }),
      ];
      await recordings().append(project, pieces.toReversed());
      assert.deepEqual(await collect(recordings().pieces(project, "s")), pieces.map(asOpen));
      assert.deepEqual(await collect(recordings().pieces(project, "unknown")), []);
    });

    test("come without the data that the caller knows", async () => {
      const project = newProject();
      const [known, unknown] = [newPiece("s", { summary: quiet(1) }), newPiece("s", { summary: quiet(2) })];
      await recordings().append(project, [known, unknown]);
      const received = await collect(recordings().pieces(project, "s", new Set([known.uuid])));
      assert.deepEqual(received, [{ ...asOpen(known), data: null }, asOpen(unknown)]);
    });

    test("come all, each once, while others arrive", async () => {
      const project = newProject();
      const other = (await store.connect()).recordings;
      const pieces = Array.from({ length: 700 }, (_, place) =>
        newPiece("s", { summary: quiet(Math.floor(place / 300)), data: JSON.stringify("x".repeat(30_000)) }),
      );
      await recordings().append(project, pieces);
      const received: string[] = [];
      for await (const { uuid } of recordings().pieces(project, "s")) {
        received.push(uuid);
        if (received.length % 100 === 0) {
          await other.append(project, [newPiece("s", { summary: quiet(-1) }), newPiece("s", { summary: quiet(9) })]);
        }
      }
      assert.equal(new Set(received).size, received.length);
      const expected = pieces.map(({ uuid }) => uuid);
      assert.deepEqual(
        received.filter((uuid) => expected.includes(uuid)),
        expected,
      );
    });

    test("that a file takes or an erasure removes meanwhile come no more", async () => {
      const project = newProject();
      const session = { projectId: project, sessionId: "s" };
      const pieces = Array.from({ length: 500 }, (_, place) => newPiece("s", { summary: quiet(place) }));
      await recordings().append(project, pieces);
      const half = recordings().pieces(project, "s")[Symbol.asyncIterator]();
      const erased = recordings().pieces(project, "s")[Symbol.asyncIterator]();
      const [first] = pieces.map(asOpen);
      assert.deepEqual((await half.next()).value, first);
      assert.deepEqual((await erased.next()).value, first);

      const file = await recordings().beginFile(session, "p/");
      assert.ok(file);
      const late = newPiece("s", { summary: quiet(1000) });
      await recordings().append(project, [late]);
      await recordings().finishFile(session, { ...file, bytes: 1 });
      const rest = await collect({ [Symbol.asyncIterator]: () => half });
      assert.deepEqual(rest.at(-1), asOpen(late));
      assert.equal(new Set(rest.map(({ uuid }) => uuid)).size, rest.length);

      await recordings().erase(project, "s", 1);
      const left = await collect({ [Symbol.asyncIterator]: () => erased });
      assert.ok(left.length < 500, `${left.length} pieces of an erased recording`);
    });
  });
}
