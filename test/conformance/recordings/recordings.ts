import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Recording } from "../../../src/store/ports/recordings.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { addSummaries } from "../../../src/store/snapshot-summary.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import {
  AWKWARD_PROPERTIES,
  AWKWARD_TEXTS,
  asUnflushed,
  collect,
  emptySummary,
  newPiece,
  newProject,
} from "../samples.ts";

const sessionsOf = (recordings: readonly Recording[]) => recordings.map(({ sessionId }) => sessionId);

/** Tests how an engine stores and finds recordings. */
export function describeRecordings(engine: Engine<Store>): void {
  describe(`${engine.name}: recordings`, () => {
    const store = testStore(engine);
    const recordings = () => store.connection.recordings;

    test("summarize the received pieces, each once", async () => {
      const project = newProject();
      const first = newPiece("s", {
        data: '["\u{1f600}"]',
        summary: { ...emptySummary(1000, 2000), clicks: 1, distinctId: "bob", startUrl: { at: 1000, url: "/b" } },
      });
      const earlier = newPiece("s", {
        data: "[1]",
        summary: { ...emptySummary(500.5, 900), keypresses: 2, startUrl: { at: 500, url: "/a" } },
      });
      await recordings().pieces.append(project, [first, first]);
      await recordings().pieces.append(project, [first, earlier]);
      await recordings().pieces.append(project, [earlier]);
      await recordings().pieces.append(project, []);
      const expected = {
        ...{ projectId: project, sessionId: "s", activeMs: 0, pinnedCount: 0 },
        summary: addSummaries(first.summary, earlier.summary),
        unflushed: { bytes: 8 + 3, firstMs: 500.5, lastMs: 2000 },
      };
      assert.deepEqual(await recordings().library.find(project, ["s"]), [expected]);
      assert.deepEqual(await recordings().library.list(project, { limit: 1, offset: 0 }), {
        count: 1,
        items: [expected],
      });
      assert.equal((await collect(recordings().pieces.unflushed(project, "s"))).length, 2);
    });

    test("of one session id differ by project", async () => {
      const [mine, theirs] = [newProject(), newProject()];
      const piece = newPiece("s");
      await recordings().pieces.append(mine, [piece]);
      await recordings().pieces.append(theirs, [piece, newPiece("s")]);
      assert.deepEqual(await collect(recordings().pieces.unflushed(mine, "s")), [asUnflushed(piece)]);
      assert.equal((await collect(recordings().pieces.unflushed(theirs, "s"))).length, 2);
      assert.deepEqual(await recordings().library.find(newProject(), ["s"]), []);
    });

    test("are listed latest start first", async () => {
      const project = newProject();
      const pieces = [3, 1, 4, 0, 2].map((start) =>
        newPiece(`s${start}`, { summary: emptySummary(start * 100 - 150) }),
      );
      await recordings().pieces.append(project, pieces);
      const list = async (limit: number, offset: number) => {
        const { count, items } = await recordings().library.list(project, { limit, offset });
        return [count, ...sessionsOf(items)];
      };
      assert.deepEqual(await list(2, 0), [5, "s4", "s3"]);
      assert.deepEqual(await list(2, 3), [5, "s1", "s0"]);
      assert.deepEqual(await list(2, 5), [5]);
      await recordings().pieces.append(project, [newPiece("s4", { summary: emptySummary(-1000) })]);
      assert.deepEqual(await list(9, 0), [5, "s3", "s2", "s1", "s0", "s4"]);
      assert.deepEqual(await recordings().library.list(newProject(), { limit: 9, offset: 0 }), { count: 0, items: [] });
    });

    test("are found by any session id, latest start first", async () => {
      const project = newProject();
      const pieces = AWKWARD_TEXTS.map((text, index) => newPiece(text, { summary: emptySummary(index) }));
      await recordings().pieces.append(project, pieces);
      const found = await recordings().library.find(project, ["unknown", ...AWKWARD_TEXTS, "a"]);
      assert.deepEqual(sessionsOf(found), AWKWARD_TEXTS.toReversed());
      for (const [index, text] of AWKWARD_TEXTS.entries()) {
        const expected = pieces.slice(index, index + 1).map(asUnflushed);
        assert.deepEqual(await collect(recordings().pieces.unflushed(project, text)), expected);
      }
      assert.deepEqual(await recordings().library.find(project, []), []);
    });

    test("keep the earliest properties, in any order of arrival", async () => {
      const project = newProject();
      const note = (sessionId: string, at: number, properties = {}) =>
        recordings().pieces.saveProperties(project, [{ sessionId, at, checkAt: 9, properties }]);
      await note("s", 20, { at: 20 });
      await note("s", 10, AWKWARD_PROPERTIES);
      await note("s", 30, { at: 30 });
      await recordings().pieces.saveProperties(project, []);
      await recordings().pieces.saveProperties(newProject(), [{ sessionId: "s", at: 1, checkAt: 9, properties: {} }]);
      const saved = await recordings().library.properties(project, ["unknown", "s"]);
      assert.deepEqual([...saved.keys()], ["s"]);
      assert.deepEqual(saved.get("s"), AWKWARD_PROPERTIES);
    });

    test("are viewed by the users who viewed them", async () => {
      const project = newProject();
      await recordings().pieces.append(project, [newPiece("s"), newPiece("t")]);
      await recordings().library.markViewed(project, "s", 1, 100);
      await recordings().library.markViewed(project, "s", 1, 200);
      await recordings().library.markViewed(project, "t", 2, 100);
      const sessions = ["s", "t", "unknown"];
      assert.deepEqual(await recordings().library.viewed(project, sessions, 1), new Set(["s"]));
      assert.deepEqual(await recordings().library.viewed(project, sessions, 2), new Set(["t"]));
      assert.deepEqual(await recordings().library.viewed(project, ["t"], 1), new Set());
      assert.deepEqual(await recordings().library.viewed(newProject(), sessions, 1), new Set());
    });
  });
}
