import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RecordingFilter, RecordingPosition } from "../../../src/store/ports/recordings.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { AWKWARD_TEXTS, emptySummary, newPiece, newProject } from "../samples.ts";

/** Tests how an engine lists recordings. */
export function describeRecordingLists(engine: Engine<Store>): void {
  describe(`${engine.name}: lists of recordings`, () => {
    const store = testStore(engine);
    const recordings = () => store.connection.recordings;

    const list = async (project: string, filter?: RecordingFilter, limit = 1000) => {
      const { count, items } = await recordings().library.list(project, { limit, offset: 0 }, filter);
      return [count, ...items.map(({ sessionId }) => sessionId)];
    };

    test("have and count the recordings that match the filter", async () => {
      const project = newProject();
      const add = (sessionId: string, firstMs: number, durationMs: number, distinctId: string) =>
        newPiece(sessionId, { summary: { ...emptySummary(firstMs, firstMs + durationMs), distinctId } });
      const pieces = [add("a", 10, 5, "ann"), add("b", 20, 50, "bob"), add("c", 30, 5, "ann"), add("d", 30, 0, "cy")];
      await recordings().pieces.append(project, pieces);
      await recordings().pieces.append(newProject(), pieces);
      const cases: [RecordingFilter, ...string[]][] = [
        [{}, "c", "d", "b", "a"],
        [{ from: 20 }, "c", "d", "b"],
        [{ to: 20 }, "b", "a"],
        [{ from: 11, to: 29 }, "b"],
        [{ from: 31 }],
        [{ minDurationMs: 5 }, "c", "b", "a"],
        [{ minDurationMs: 5.5 }, "b"],
        [{ distinctIds: ["ann"] }, "c", "a"],
        [{ distinctIds: ["bob", "cy", "nobody"] }, "d", "b"],
        [{ distinctIds: [] }],
        [{ sessionIds: ["d", "a", "unknown"] }, "d", "a"],
        [{ sessionIds: [] }],
        [{ from: 10, to: 30, minDurationMs: 5, distinctIds: ["ann"], sessionIds: ["a", "b", "c"] }, "c", "a"],
        [{ from: undefined, distinctIds: undefined }, "c", "d", "b", "a"],
      ];
      for (const [filter, ...expected] of cases) {
        assert.deepEqual(await list(project, filter), [expected.length, ...expected], JSON.stringify(filter));
        assert.deepEqual(await list(project, filter, 1), [expected.length, ...expected.slice(0, 1)]);
      }
    });

    test("have stable pages for many recordings of any age, also in the future", async () => {
      const [project, now] = [newProject(), Date.now()];
      const starts = Array.from({ length: 1200 }, (_, index) => now + 60_000 - Math.floor(1.02 ** index));
      const pieces = starts.map((firstMs, index) => newPiece(`s${index}`, { summary: emptySummary(firstMs) }));
      for (let first = 0; first < pieces.length; first += 300) {
        await recordings().pieces.append(project, pieces.slice(first, first + 300));
      }
      const ids = pieces
        .toSorted((a, b) => b.summary.firstMs - a.summary.firstMs || (a.sessionId < b.sessionId ? -1 : 1))
        .map(({ sessionId }) => sessionId);
      for (const [offset, limit] of [
        [0, 1],
        [0, 100],
        [30, 70],
        [149, 1],
        [100, 200],
        [1100, 200],
        [1200, 5],
      ] as const) {
        const { count, items } = await recordings().library.list(project, { offset, limit });
        assert.equal(count, 1200);
        assert.deepEqual(
          items.map(({ sessionId }) => sessionId),
          ids.slice(offset, offset + limit),
          `${offset}, ${limit}`,
        );
      }
    });

    test("continue after any recording, also among those that start at the same time", async () => {
      const project = newProject();
      const starts = [10, 20, 20, 20, 30, 20];
      const pieces = [...AWKWARD_TEXTS.slice(0, starts.length)].map((text, index) =>
        newPiece(text, { summary: { ...emptySummary(starts[index] ?? 0), distinctId: index === 5 ? "other" : "d" } }),
      );
      await recordings().pieces.append(project, pieces);
      const { items } = await recordings().library.list(project, { limit: 1000, offset: 0 }, { distinctIds: ["d"] });
      assert.equal(items.length, pieces.length - 1);
      const walked: string[] = [];
      for (let after: RecordingPosition | null = null; ; ) {
        const [next] = await recordings().library.listAfter(project, { distinctIds: ["d"] }, after, 1);
        if (next === undefined) break;
        walked.push(next.sessionId);
        after = { firstMs: next.summary.firstMs, sessionId: next.sessionId };
      }
      assert.deepEqual(
        walked,
        items.map(({ sessionId }) => sessionId),
      );
      const middle = { firstMs: 20, sessionId: items[1]?.sessionId ?? "" };
      const rest = await recordings().library.listAfter(project, { to: 20, distinctIds: ["d"] }, middle, 2);
      assert.deepEqual(
        rest.map(({ sessionId }) => sessionId),
        walked.slice(2, 4),
      );
    });

    test("distinguish any distinct ids and session ids", async () => {
      const project = newProject();
      const pieces = AWKWARD_TEXTS.map((text) => newPiece(text, { summary: { ...emptySummary(1), distinctId: text } }));
      await recordings().pieces.append(project, pieces);
      for (const text of AWKWARD_TEXTS) {
        assert.deepEqual(await list(project, { distinctIds: [text] }), [1, text]);
        assert.deepEqual(await list(project, { sessionIds: [text] }), [1, text]);
      }
    });

    test("reorder when earlier snapshots arrive late", async () => {
      const project = newProject();
      await recordings().pieces.append(project, [
        newPiece("s", { summary: { ...emptySummary(50, 60), distinctId: "late" } }),
      ]);
      await recordings().pieces.append(project, [
        newPiece("s", { summary: { ...emptySummary(10), distinctId: "early" } }),
      ]);
      assert.deepEqual(await list(project, { to: 10, minDurationMs: 50, distinctIds: ["early"] }), [1, "s"]);
      assert.deepEqual(await list(project, { distinctIds: ["late"] }), [0]);
      assert.deepEqual(await list(project, { from: 11 }), [0]);
    });

    test("are counted exactly during concurrent additions and erasures", async () => {
      const project = newProject();
      const nodes = [recordings(), (await store.connect()).recordings, (await store.connect()).recordings];
      const sessions = Array.from({ length: 12 }, (_, index) => `s${index}`);
      const work = nodes.map(async (node, index) => {
        for (const [turn, sessionId] of sessions.entries()) {
          const others = sessions.slice(turn, turn + 3).map((each) => newPiece(each));
          await node.pieces.append(project, [newPiece(sessionId), ...others]);
          if (turn % 3 === index) await node.erasure.erase(project, sessionId, 1);
          await node.library.list(project, { limit: 1, offset: 0 });
        }
      });
      await Promise.all(work);
      const { count, items } = await recordings().library.list(project, { limit: 1000, offset: 0 });
      assert.equal(count, items.length);
      assert.equal(count, 0, "each was erased by one of them");
      await recordings().pieces.append(project, [newPiece("new"), newPiece("newer")]);
      assert.equal((await recordings().library.list(project, { limit: 1, offset: 0 })).count, 2);
    });

    test("have the number of users who pinned each recording", async () => {
      const project = newProject();
      await recordings().pieces.append(project, [newPiece("s"), newPiece("t")]);
      const pin = (sessionId: string, userId: number, isPinned: boolean) =>
        recordings().library.pin(project, sessionId, userId, isPinned);
      const counts = async () => {
        const { items } = await recordings().library.list(project, { limit: 9, offset: 0 });
        return items.map(({ pinnedCount }) => pinnedCount);
      };
      const users = [1, 2, 3, 2];
      assert.deepEqual(await Promise.all(users.map((user) => pin("s", user, true))), [true, true, true, true]);
      assert.deepEqual(await counts(), [3, 0]);
      const pinned = (user: number, ...ids: string[]) => recordings().library.pinned(project, ids, user);
      assert.deepEqual(await pinned(2, "s", "t", "unknown"), new Set(["s"]));
      assert.deepEqual([await pinned(4, "s"), await pinned(1, "t")], [new Set(), new Set()]);
      assert.equal(await pin("s", 4, false), true);
      assert.equal(await pin("s", 3, false), true);
      assert.equal(await pin("s", 3, false), true);
      assert.deepEqual(await counts(), [2, 0]);
      await recordings().pieces.append(project, [newPiece("s")]);
      assert.deepEqual(await counts(), [2, 0]);
      for (const isPinned of [true, false]) assert.equal(await pin("unknown", 1, isPinned), false);
      await recordings().erasure.erase(project, "s", 1);
      assert.equal(await pin("s", 1, true), false);
    });

    test("have pinned recordings that do not expire", async () => {
      const project = newProject();
      await recordings().pieces.append(project, [newPiece("s", { receivedAt: -100 })]);
      const isExpired = async () =>
        (await recordings().erasure.expired(-99, 1000)).some(({ projectId }) => projectId === project);
      assert.equal(await isExpired(), true);
      await recordings().library.pin(project, "s", 1, true);
      assert.equal(await isExpired(), false);
      await recordings().library.pin(project, "s", 1, false);
      assert.equal(await isExpired(), true);
    });
  });
}
