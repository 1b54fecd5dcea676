import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FileInProgress, SessionKey } from "../../../src/store/ports/recordings.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { asUnflushed, collect, emptySummary, newPiece, newProject } from "../samples.ts";

/** Tests how an engine moves pieces to files. */
export function describeRecordingFiles(engine: Engine<Store>): void {
  describe(`${engine.name}: files of recordings`, () => {
    const store = testStore(engine);
    const recordings = () => store.connection.recordings;

    const newSession = (): SessionKey => ({ projectId: newProject(), sessionId: "s" });

    async function begin(session: SessionKey): Promise<FileInProgress> {
      const file = await recordings().flushing.beginFile(session, "prefix/");
      assert.ok(file);
      return file;
    }

    const unflushed = async ({ projectId, sessionId }: SessionKey) =>
      (await recordings().library.find(projectId, [sessionId]))[0]?.unflushed;

    test("have the pieces that were present when they were begun", async () => {
      const session = newSession();
      const { projectId } = session;
      const pieces = [30, 10, 20].map((start) => newPiece("s", { summary: emptySummary(start, start + 5) }));
      assert.equal(await recordings().flushing.beginFile(session, "prefix/"), null);
      await recordings().pieces.append(projectId, pieces);
      const file = await begin(session);
      assert.deepEqual(file, { key: "prefix/10-35", firstMs: 10, lastMs: 35 });

      const late = newPiece("s", { summary: emptySummary(5, 50), receivedAt: 77, data: "[22]" });
      await recordings().pieces.append(projectId, [late, ...pieces]);
      assert.deepEqual(await begin(session), file);
      const ordered = [10, 20, 30].flatMap((start) =>
        pieces.filter(({ summary }) => summary.firstMs === start).map(asUnflushed),
      );
      for (let times = 0; times < 2; times++) {
        assert.deepEqual(await collect(recordings().flushing.piecesOfOpenFile(session, file.key)), ordered);
      }
      assert.deepEqual(await collect(recordings().pieces.unflushed(projectId, "s")), [asUnflushed(late), ...ordered]);
      assert.deepEqual(await recordings().pieces.files(projectId, "s"), []);

      const finished = { ...file, bytes: 123 };
      for (let times = 0; times < 2; times++) {
        await recordings().flushing.finishFile(session, finished);
        assert.deepEqual(await recordings().pieces.files(projectId, "s"), [finished]);
        assert.deepEqual(await collect(recordings().pieces.unflushed(projectId, "s")), [asUnflushed(late)]);
        assert.deepEqual(await collect(recordings().flushing.piecesOfOpenFile(session, file.key)), []);
        assert.deepEqual(await unflushed(session), { bytes: 4, firstMs: 5, lastMs: 50 });
      }
      const [recording] = await recordings().library.find(projectId, ["s"]);
      assert.deepEqual(recording?.summary, emptySummary(5, 50));

      const second = await begin(session);
      assert.deepEqual(second, { key: "prefix/5-50", firstMs: 5, lastMs: 50 });
      await recordings().flushing.finishFile(session, { ...second, bytes: 7 });
      assert.deepEqual(await recordings().pieces.files(projectId, "s"), [{ ...second, bytes: 7 }, finished]);
      assert.equal(await unflushed(session), null);
      assert.equal(await recordings().flushing.beginFile(session, "prefix/"), null);
    });

    test("have unique keys", async () => {
      const session = newSession();
      for (const key of ["prefix/1-2", "prefix/1-2-2", "prefix/1-2-3"]) {
        await recordings().pieces.append(session.projectId, [newPiece("s", { summary: emptySummary(1, 2) })]);
        const file = await begin(session);
        assert.equal(file.key, key);
        await recordings().flushing.finishFile(session, { ...file, bytes: 1 });
      }
    });

    test("are not written again for a piece that arrives again", async () => {
      const session = newSession();
      const piece = newPiece("s", { summary: { ...emptySummary(1), clicks: 1 } });
      await recordings().pieces.append(session.projectId, [piece]);
      await recordings().flushing.finishFile(session, { ...(await begin(session)), bytes: 1 });
      const before = await recordings().library.find(session.projectId, ["s"]);
      await recordings().pieces.append(session.projectId, [piece]);
      assert.deepEqual(await recordings().library.find(session.projectId, ["s"]), before);
      assert.deepEqual(await collect(recordings().pieces.unflushed(session.projectId, "s")), []);
      assert.equal(await recordings().flushing.beginFile(session, "prefix/"), null);
    });

    test("have all of many pieces", async () => {
      const session = newSession();
      const data = JSON.stringify("x".repeat(50_000));
      const pieces = Array.from({ length: 450 }, (_, index) =>
        newPiece("s", { summary: emptySummary(index % 7), data }),
      );
      await recordings().pieces.append(session.projectId, pieces);
      const { key } = await begin(session);
      const bound = await collect(recordings().flushing.piecesOfOpenFile(session, key));
      const starts = bound.map(({ firstMs }) => firstMs);
      assert.deepEqual(starts, starts.toSorted());
      assert.deepEqual(new Set(bound.map(({ uuid }) => uuid)), new Set(pieces.map(({ uuid }) => uuid)));
    });

    test("cannot be finished unless begun", async () => {
      const session = newSession();
      const file = { key: "prefix/1-2", firstMs: 1, lastMs: 2, bytes: 1 };
      assert.equal(await recordings().flushing.finishFile(session, file), false);
      await recordings().pieces.append(session.projectId, [newPiece("s")]);
      await assert.rejects(recordings().flushing.finishFile(session, file), { name: "Error" });
      assert.deepEqual(await collect(recordings().flushing.piecesOfOpenFile(session, file.key)), []);
      assert.equal((await collect(recordings().pieces.unflushed(session.projectId, "s"))).length, 1);
    });

    test("are due when a piece has waited too long or there are too many bytes", async () => {
      const session = newSession();
      const { projectId } = session;
      const isDue = async (receivedBefore: number, bytes = 1e9) => {
        const due = await recordings().flushing.due(receivedBefore, bytes, 1, 1000);
        return due.some((each) => each.projectId === projectId && each.sessionId === "s");
      };
      await recordings().pieces.append(projectId, [newPiece("s", { receivedAt: 200, data: "[1]" })]);
      await recordings().pieces.append(projectId, [newPiece("s", { receivedAt: 100, data: "[22]" })]);
      await recordings().pieces.append(projectId, [newPiece("s", { receivedAt: 300 })]);
      const bytes = (await unflushed(session))?.bytes ?? 0;
      assert.deepEqual([await isDue(100), await isDue(101)], [false, true]);
      assert.deepEqual([await isDue(0, bytes), await isDue(0, bytes - 1)], [false, true]);

      const file = await begin(session);
      await recordings().pieces.append(projectId, [newPiece("s", { receivedAt: 400 })]);
      assert.equal(await isDue(101), true); // what is begun has to be finished
      await recordings().flushing.finishFile(session, { ...file, bytes: 1 });
      assert.deepEqual([await isDue(400), await isDue(401)], [false, true]);
      await recordings().flushing.finishFile(session, { ...(await begin(session)), bytes: 1 });
      assert.equal(await isDue(1e15, 0), false);
    });

    test("are not due while claimed", async () => {
      const session = newSession();
      await recordings().pieces.append(session.projectId, [newPiece("s")]);
      const isDue = async (now: number) =>
        (await recordings().flushing.due(1e15, 1e9, now, 1000)).some(
          ({ projectId }) => projectId === session.projectId,
        );
      await recordings().flushing.claim(session, "a", 200, 100);
      assert.deepEqual([await isDue(199), await isDue(200)], [false, true]);
      await recordings().flushing.claim(session, "a", 300, 150);
      assert.equal(await isDue(299), false);
      await recordings().flushing.release(session, "a");
      assert.equal(await isDue(299), true);
    });

    test("report the longest waiting piece until its file is finished", async () => {
      const session = newSession();
      await recordings().pieces.append(session.projectId, [newPiece("s", { receivedAt: -2000 })]);
      await recordings().pieces.append(session.projectId, [newPiece("s", { receivedAt: -3000 })]);
      assert.equal(await recordings().flushing.waitingSince(), -3000);
      const file = await begin(session);
      assert.equal(await recordings().flushing.waitingSince(), -3000);
      assert.equal(await recordings().flushing.finishFile(session, { ...file, bytes: 1 }), true);
      assert.notEqual(await recordings().flushing.waitingSince(), -3000);
    });

    test("are due up to the limit", async () => {
      const projectId = newProject();
      await recordings().pieces.append(projectId, [newPiece("a"), newPiece("b"), newPiece("c")]);
      assert.equal((await recordings().flushing.due(1e15, 1e9, 1, 2)).length, 2);
      assert.equal((await recordings().flushing.due(1e15, 1e9, 1, 0)).length, 0);
    });

    test("are claimed by one owner at a time", async () => {
      const session = newSession();
      assert.equal(await recordings().flushing.claim(session, "a", 200, 100), false);
      await recordings().pieces.append(session.projectId, [newPiece("s")]);
      assert.equal(await recordings().flushing.claim(session, "a", 200, 100), true);
      assert.equal(await recordings().flushing.claim(session, "b", 300, 199), false);
      assert.equal(await recordings().flushing.claim(session, "a", 250, 150), true);
      assert.equal(await recordings().flushing.claim(session, "b", 300, 249), false);
      await recordings().flushing.release(session, "b");
      assert.equal(await recordings().flushing.claim(session, "b", 300, 249), false);
      assert.equal(await recordings().flushing.claim(session, "b", 400, 250), true);
      assert.equal(await recordings().flushing.claim(session, "a", 400, 300), false);
      await recordings().flushing.release(session, "a");
      assert.equal(await recordings().flushing.claim(session, "a", 400, 300), false);
      await recordings().flushing.release(session, "b");
      assert.equal(await recordings().flushing.claim(session, "a", 400, 300), true);
    });
  });
}
