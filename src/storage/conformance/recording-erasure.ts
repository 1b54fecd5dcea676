import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Documents } from "../ports/engines.ts";
import type { SessionKey } from "../ports/recordings.ts";
import { type Engine, testStore } from "./engine.ts";
import { collect, newPiece, newProject, quiet } from "./samples.ts";

/** What the port promises of erased recordings, as tests of an engine. */
export function describeRecordingErasure(engine: Engine<Documents>): void {
  describe(`${engine.name}: erased recordings`, () => {
    const store = testStore(engine);
    const recordings = () => store.connection.recordings;

    /** A recording with a finished file, one that was begun, a piece, properties and a view. */
    async function newRecording(projectId: string): Promise<SessionKey> {
      const session = { projectId, sessionId: "s" };
      await recordings().append(projectId, [newPiece("s", { summary: quiet(1) })]);
      const first = await recordings().beginFile(session, "prefix/");
      assert.ok(first);
      await recordings().finishFile(session, { ...first, bytes: 1 });
      await recordings().append(projectId, [newPiece("s", { summary: quiet(2) })]);
      await recordings().beginFile(session, "prefix/");
      await recordings().append(projectId, [newPiece("s", { summary: quiet(3) })]);
      await recordings().noteProperties(projectId, [{ sessionId: "s", at: 1, properties: { a: 1 } }]);
      await recordings().markViewed(projectId, "s", 1, 1);
      return session;
    }

    async function assertGone(session: SessionKey): Promise<void> {
      const { projectId } = session;
      const { list, find, pieces, files, properties, viewed, claim, beginFile, boundPieces, due } = recordings();
      assert.deepEqual(await list(projectId, { limit: 10, offset: 0 }), { count: 0, items: [] });
      assert.deepEqual(await find(projectId, ["s"]), []);
      assert.deepEqual(await collect(pieces(projectId, "s")), []);
      assert.deepEqual(await files(projectId, "s"), []);
      assert.deepEqual(await properties(projectId, ["s"]), new Map());
      assert.deepEqual(await viewed(projectId, ["s"], 1), new Set());
      assert.equal(await claim(session, "owner", 2, 1), false);
      assert.equal(await beginFile(session, "prefix/"), null);
      assert.deepEqual(await collect(boundPieces(session, "prefix/2-2")), []);
      const waiting = await due(1e15, 0, 1000);
      assert.ok(!waiting.some((each) => each.projectId === projectId));
    }

    const keysToDelete = async ({ projectId }: SessionKey) =>
      (await recordings().erasures(1000)).filter((each) => each.projectId === projectId);

    test("are found by no method, and stay so", async () => {
      const session = await newRecording(newProject());
      const { projectId } = session;
      assert.equal(await recordings().erase(projectId, "s", 1), true);
      await assertGone(session);
      await recordings().append(projectId, [newPiece("s")]);
      await recordings().noteProperties(projectId, [{ sessionId: "s", at: 0, properties: {} }]);
      await recordings().markViewed(projectId, "s", 1, 2);
      await recordings().release(session, "owner");
      await assertGone(session);
      assert.equal(await recordings().erase(projectId, "s", 2), false);
    });

    test("leave others as they are", async () => {
      const [mine, theirs] = [await newRecording(newProject()), await newRecording(newProject())];
      await recordings().append(mine.projectId, [newPiece("other")]);
      const before = await recordings().find(theirs.projectId, ["s"]);
      assert.equal(await recordings().erase(mine.projectId, "unknown", 1), false);
      assert.equal(await recordings().erase(mine.projectId, "s", 1), true);
      assert.deepEqual(await recordings().find(theirs.projectId, ["s"]), before);
      assert.equal((await collect(recordings().pieces(theirs.projectId, "s"))).length, 2);
      const { count, items } = await recordings().list(mine.projectId, { limit: 10, offset: 0 });
      assert.deepEqual([count, ...items.map(({ sessionId }) => sessionId)], [1, "other"]);
    });

    test("have files, finished or begun, to be deleted until they are forgotten", async () => {
      const session = await newRecording(newProject());
      assert.deepEqual(await keysToDelete(session), []);
      await recordings().erase(session.projectId, "s", 1);
      const [erased] = await keysToDelete(session);
      assert.deepEqual(
        { ...erased, keys: erased?.keys.toSorted() },
        { ...session, keys: ["prefix/1-1", "prefix/2-2"] },
      );
      for (let times = 0; times < 2; times++) {
        await recordings().forgetFiles(session, ["prefix/1-1", "unknown"]);
        assert.deepEqual(await keysToDelete(session), [{ ...session, keys: ["prefix/2-2"] }]);
      }
      await recordings().forgetFiles(session, ["prefix/2-2"]);
      assert.deepEqual(await keysToDelete(session), []);
    });

    test("have a file to be deleted that was finished after they were erased", async () => {
      const session = await newRecording(newProject());
      await recordings().erase(session.projectId, "s", 1);
      await recordings().forgetFiles(session, ["prefix/1-1", "prefix/2-2"]);
      await recordings().finishFile(session, { key: "prefix/2-2", firstMs: 2, lastMs: 2, bytes: 9 });
      await assertGone(session);
      assert.deepEqual(await keysToDelete(session), [{ ...session, keys: ["prefix/2-2"] }]);
    });

    test("are given as many at once as asked for", async () => {
      for (let count = 0; count < 3; count++) {
        const session = await newRecording(newProject());
        await recordings().erase(session.projectId, "s", 1);
      }
      const some = await recordings().erasures(2);
      assert.equal(some.length, 2);
      for (const { keys } of some) assert.ok(keys.length > 0);
    });
  });
}
