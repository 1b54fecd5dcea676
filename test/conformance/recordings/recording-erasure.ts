import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SessionKey } from "../../../src/store/ports/recordings.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { collect, emptySummary, newPiece, newProject } from "../samples.ts";

/** Tests how an engine erases recordings. */
export function describeRecordingErasure(engine: Engine<Store>): void {
  describe(`${engine.name}: erased recordings`, () => {
    const store = testStore(engine);
    const recordings = () => store.connection.recordings;

    /** Stores a recording with a finished file, an unfinished file, a piece, properties and a view. */
    async function newRecording(projectId: string): Promise<SessionKey> {
      const session = { projectId, sessionId: "s" };
      await recordings().pieces.append(projectId, [newPiece("s", { summary: emptySummary(1) })]);
      const first = await recordings().flushing.beginFile(session, "prefix/");
      assert.ok(first);
      await recordings().flushing.finishFile(session, { ...first, bytes: 1 });
      await recordings().pieces.append(projectId, [newPiece("s", { summary: emptySummary(2) })]);
      await recordings().flushing.beginFile(session, "prefix/");
      await recordings().pieces.append(projectId, [newPiece("s", { summary: emptySummary(3) })]);
      await recordings().pieces.saveProperties(projectId, [
        { sessionId: "s", at: 1, checkAt: 9, properties: { a: 1 } },
      ]);
      await recordings().library.markViewed(projectId, "s", 1, 1);
      return session;
    }

    async function assertGone(session: SessionKey): Promise<void> {
      const { projectId } = session;
      const { library, pieces, flushing } = recordings();
      assert.deepEqual(await library.list(projectId, { limit: 10, offset: 0 }), { count: 0, items: [] });
      assert.deepEqual(await library.find(projectId, ["s"]), []);
      assert.deepEqual(await collect(pieces.unflushed(projectId, "s")), []);
      assert.deepEqual(await pieces.files(projectId, "s"), []);
      assert.deepEqual(await library.properties(projectId, ["s"]), new Map());
      assert.deepEqual(await library.viewed(projectId, ["s"], 1), new Set());
      assert.equal(await flushing.claim(session, "owner", 2, 1), false);
      assert.equal(await flushing.beginFile(session, "prefix/"), null);
      assert.deepEqual(await collect(flushing.piecesOfOpenFile(session, "prefix/2-2")), []);
      const waiting = await flushing.due(1e15, 0, 1, 1000);
      assert.ok(!waiting.some((each) => each.projectId === projectId));
    }

    test("expire if they are unpinned and received nothing", async () => {
      const projectId = newProject();
      const expired = async (receivedBefore: number) => {
        const found = await recordings().erasure.expired(receivedBefore, 1000);
        return found.filter((each) => each.projectId === projectId).map(({ sessionId }) => sessionId);
      };
      for (const receivedAt of [-500, -700]) {
        await recordings().pieces.append(projectId, [newPiece(`at ${receivedAt}`, { receivedAt })]);
      }
      await recordings().pieces.append(projectId, [newPiece("late", { receivedAt: -900 })]);
      await recordings().pieces.append(projectId, [
        newPiece("late", { receivedAt: -400 }),
        newPiece("late", { receivedAt: -800 }),
      ]);
      assert.deepEqual(await expired(-700), []);
      assert.deepEqual(await expired(-699), ["at -700"]);
      assert.deepEqual(await expired(-399), ["at -700", "at -500", "late"]);
      assert.equal((await recordings().erasure.expired(-399, 1)).length, 1);
      await recordings().erasure.erase(projectId, "at -700", 1);
      assert.deepEqual(await expired(-399), ["at -500", "late"]);
    });

    const keysToDelete = async ({ projectId }: SessionKey) =>
      (await recordings().erasure.erasures(1000)).filter((each) => each.projectId === projectId);

    test("are absent from every method from then on", async () => {
      const session = await newRecording(newProject());
      const { projectId } = session;
      assert.equal(await recordings().erasure.erase(projectId, "s", 1), true);
      await assertGone(session);
      await recordings().pieces.append(projectId, [newPiece("s")]);
      await recordings().pieces.saveProperties(projectId, [{ sessionId: "s", at: 0, checkAt: 9, properties: {} }]);
      await recordings().library.markViewed(projectId, "s", 1, 2);
      await recordings().flushing.release(session, "owner");
      await assertGone(session);
      assert.equal(await recordings().erasure.erase(projectId, "s", 2), false);
    });

    test("do not affect others", async () => {
      const [mine, theirs] = [await newRecording(newProject()), await newRecording(newProject())];
      await recordings().pieces.append(mine.projectId, [newPiece("other")]);
      const before = await recordings().library.find(theirs.projectId, ["s"]);
      assert.equal(await recordings().erasure.erase(mine.projectId, "unknown", 1), false);
      assert.equal(await recordings().erasure.erase(mine.projectId, "s", 1), true);
      assert.deepEqual(await recordings().library.find(theirs.projectId, ["s"]), before);
      assert.equal((await collect(recordings().pieces.unflushed(theirs.projectId, "s"))).length, 2);
      const { count, items } = await recordings().library.list(mine.projectId, { limit: 10, offset: 0 });
      assert.deepEqual([count, ...items.map(({ sessionId }) => sessionId)], [1, "other"]);
    });

    test("have finished and unfinished files listed until these are forgotten", async () => {
      const session = await newRecording(newProject());
      assert.deepEqual(await keysToDelete(session), []);
      await recordings().erasure.erase(session.projectId, "s", 1);
      const [erased] = await keysToDelete(session);
      assert.deepEqual(
        { ...erased, keys: erased?.keys.toSorted() },
        { ...session, erasedAt: 1, keys: ["prefix/1-1", "prefix/2-2"] },
      );
      for (let times = 0; times < 2; times++) {
        await recordings().erasure.forgetFiles(session, ["prefix/1-1", "unknown"]);
        assert.deepEqual(await keysToDelete(session), [{ ...session, erasedAt: 1, keys: ["prefix/2-2"] }]);
      }
      await recordings().erasure.forgetFiles(session, ["prefix/2-2"]);
      assert.deepEqual(await keysToDelete(session), []);
    });

    test("list a file that is finished after the erasure", async () => {
      const session = await newRecording(newProject());
      await recordings().erasure.erase(session.projectId, "s", 1);
      await recordings().erasure.forgetFiles(session, ["prefix/1-1", "prefix/2-2"]);
      const file = { key: "prefix/2-2", firstMs: 2, lastMs: 2, bytes: 9 };
      assert.equal(await recordings().flushing.finishFile(session, file), false);
      await assertGone(session);
      assert.deepEqual(await keysToDelete(session), [{ ...session, erasedAt: 1, keys: ["prefix/2-2"] }]);
    });

    test("are distinguished from others", async () => {
      const { projectId } = await newRecording(newProject());
      await recordings().pieces.append(projectId, [newPiece("other")]);
      const erased = () => recordings().erasure.erased(projectId, ["other", "s", "unknown"]);
      assert.deepEqual(await erased(), new Set());
      await recordings().erasure.erase(projectId, "s", 1);
      assert.deepEqual(await erased(), new Set(["s"]));
      assert.deepEqual(await recordings().erasure.erased(newProject(), ["s"]), new Set());
      assert.deepEqual(await recordings().erasure.erased(projectId, []), new Set());
    });

    test("leave nothing, however large they were", async () => {
      const projectId = newProject();
      const data = JSON.stringify("x".repeat(1_000_000));
      for (let times = 0; times < 3; times++) {
        await recordings().pieces.append(projectId, [newPiece("s", { data }), newPiece("s", { data }), newPiece("s")]);
      }
      const many = Array.from({ length: 1100 }, () => newPiece("s"));
      await recordings().pieces.append(projectId, many);
      assert.equal(await recordings().erasure.erase(projectId, "s", 1), true);
      await recordings().pieces.append(projectId, many);
      assert.deepEqual(await recordings().library.find(projectId, ["s"]), []);
      assert.deepEqual(await collect(recordings().pieces.unflushed(projectId, "s")), []);
    });

    test("are listed longest erased first, up to the limit", async () => {
      for (const at of [-1, -3, -2]) {
        const session = await newRecording(newProject());
        await recordings().erasure.erase(session.projectId, "s", at);
      }
      const some = await recordings().erasure.erasures(2);
      assert.deepEqual(
        some.map(({ erasedAt, keys }) => [erasedAt, keys.length]),
        [
          [-3, 2],
          [-2, 2],
        ],
      );
    });
  });
}
