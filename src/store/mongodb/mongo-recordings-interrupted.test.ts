import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { asUnflushed, collect, emptySummary, newPiece } from "../../../test/conformance/samples.ts";
import { interruptEveryWrite } from "../../../test/support/engines/test-interruptions.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { activeHours } from "../active-hours.ts";
import type { UnflushedPiece } from "../ports/recordings.ts";
import type { RecordingPorts, Store } from "../ports/stores.ts";
import type { Collections } from "./collections.ts";
import { MongoDatabase } from "./mongo-database.ts";
import { openMongo } from "./mongodb.ts";

/** A piece with one click, so that the summary says how many pieces were counted. */
const newClickPiece = (sessionId: string, start: number) =>
  newPiece(sessionId, { summary: { ...emptySummary(start), clicks: 1 }, activity: activeHours([start]), data: "[1]" });

const CHUNK = { number: 0, receivedAt: 1, event: "{}" };

const uuidsOf = (pieces: readonly { readonly uuid: string }[]) => pieces.map(({ uuid }) => uuid).toSorted();

/** A call may end at any of its writes: others find no invalid state, and a repetition completes it. */
describe("MongoDB: calls about recordings that are interrupted", { skip: noMongoServer }, () => {
  let name = "";
  let store: Store;
  let raw: MongoDatabase;
  const recordings = () => store.recordings;
  before(async () => {
    name = await newDatabaseName();
    store = await openMongo(testMongoOptions(name));
    raw = new MongoDatabase(testMongoOptions(name));
  });
  after(async () => {
    await store.close();
    await raw.close();
    await dropTestDatabase(name);
  });

  /** How many documents of the project a collection has. */
  const countOf = (collection: keyof Collections, project: string, condition: object = {}) =>
    raw.withDb((db) => db.collection(collection).countDocuments({ ...ofProject(project), ...condition }));
  const ofProject = (project: string): object => ({ _id: { $regex: `^${project}/` } });

  const isDue = async (project: string) =>
    (await recordings().flushing.due(1e15, 1e9, 1, 1000)).some(({ projectId }) => projectId === project);

  async function assertSettled(project: string): Promise<void> {
    assert.equal(await countOf("pieces", project, { data: { $exists: true } }), 0);
    assert.equal(await isDue(project), false);
  }

  test("count each piece once", () =>
    interruptEveryWrite(name, {
      async prepare(project) {
        const first = newClickPiece("s", 10);
        await recordings().pieces.append(project, [first]);
        return { first, added: [newClickPiece("s", 20), newClickPiece("s", 5), newClickPiece("t", 7)] as const };
      },
      call: (ports, project, { added }) => ports.recordings.pieces.append(project, added),
      async check(project, { first, added }) {
        for (const { sessionId, summary } of await recordings().library.find(project, ["s", "t"])) {
          const shown = await collect(recordings().pieces.unflushed(project, sessionId));
          assert.equal(shown.length, summary.clicks, `pieces of ${sessionId}`);
        }
        const late = newClickPiece("s", 30);
        await recordings().pieces.append(project, [late]);
        for (let times = 0; times < 2; times++) await recordings().pieces.append(project, added);
        const found = await recordings().library.find(project, ["s", "t"]);
        const figures = found.map(({ sessionId, summary, activeMs, unflushed }) => {
          return [sessionId, summary.clicks, activeMs, unflushed?.bytes];
        });
        assert.deepEqual(figures, [
          ["t", 1, 0, 3],
          ["s", 4, 25, 12],
        ]);
        assert.equal((await recordings().library.list(project, { limit: 1, offset: 0 })).count, 2);
        const kept = await collect(recordings().pieces.unflushed(project, "s"));
        assert.deepEqual(kept, [added[1], first, added[0], late].map(asUnflushed));
      },
    }));

  test("count pieces that are not appended again, before a file is begun", () =>
    interruptEveryWrite(name, {
      async prepare(project) {
        const first = newClickPiece("s", 1);
        await recordings().pieces.append(project, [first]);
        return [first, newClickPiece("s", 2)] as const;
      },
      call: (ports, project, [, second]) => ports.recordings.pieces.append(project, [second]),
      async check(project, both) {
        const session = { projectId: project, sessionId: "s" };
        const file = await recordings().flushing.beginFile(session, "prefix/");
        const bound = await collect(recordings().flushing.piecesOfOpenFile(session, file?.key ?? ""));
        const [recording] = await recordings().library.find(project, ["s"]);
        assert.equal(bound.length, recording?.summary.clicks);
        assert.equal(recording?.activeMs, bound.length - 1);
        assert.deepEqual(bound, both.slice(0, bound.length).map(asUnflushed));
      },
    }));

  test("keep a chunk once, and none of a snapshot that is a piece", () =>
    interruptEveryWrite(name, {
      async prepare(projectId) {
        const piece = newPiece("s");
        await recordings().pieces.append(projectId, [newPiece("t"), piece]);
        const open = { projectId, sessionId: "t", snapshot: randomUUID() };
        return [open, { projectId, sessionId: "s", snapshot: piece.uuid }] as const;
      },
      async call(ports, project, snapshots) {
        for (const one of snapshots) await ports.recordings.pieces.keepChunk(project, { ...one, ...CHUNK });
      },
      async check(project, [open, past]) {
        const counts = [open, past, open, past].map((one) =>
          recordings().pieces.keepChunk(project, { ...one, ...CHUNK }),
        );
        assert.deepEqual(
          (await Promise.all(counts)).filter((count) => count > 1),
          [],
        );
        assert.deepEqual(await recordings().pieces.chunks(open), ["{}"]);
      },
    }));

  test("put each piece into one file, or leave it where it was", () =>
    interruptEveryWrite(name, {
      async prepare(project) {
        const own = [newClickPiece("s", 1), newClickPiece("s", 2)];
        await recordings().pieces.append(project, own);
        return { own, contents: new Map<string, UnflushedPiece[]>() };
      },
      call: ({ recordings: interrupted }, project, { contents }) => flush(interrupted, project, contents),
      async check(project, { own, contents }) {
        const read = async () => {
          const inFiles = await recordings().pieces.files(project, "s");
          const inNone = await collect(recordings().pieces.unflushed(project, "s"));
          return uuidsOf([...inFiles.flatMap(({ key }) => contents.get(key) ?? []), ...inNone]);
        };
        assert.deepEqual(await read(), uuidsOf(own));
        const all = [...own, newClickPiece("s", 3)];
        await recordings().pieces.append(project, all);
        assert.deepEqual(await read(), uuidsOf(all));
        while (await flush(recordings(), project, contents)) assert.deepEqual(await read(), uuidsOf(all));
        const [recording] = await recordings().library.find(project, ["s"]);
        assert.deepEqual([recording?.unflushed, recording?.summary.clicks], [null, 3]);
        await assertSettled(project);
      },
    }));

  async function flush(
    { flushing }: RecordingPorts,
    projectId: string,
    contents: Map<string, UnflushedPiece[]>,
  ): Promise<boolean> {
    const session = { projectId, sessionId: "s" };
    const file = await flushing.beginFile(session, "prefix/");
    if (!file) return false;
    contents.set(file.key, await collect(flushing.piecesOfOpenFile(session, file.key)));
    await flushing.finishFile(session, { ...file, bytes: 1 });
    return true;
  }

  test("leave a session due until the pieces of its finished file are dropped", () =>
    interruptEveryWrite(name, {
      async prepare(projectId) {
        const session = { projectId, sessionId: "s" };
        await recordings().pieces.append(projectId, [newClickPiece("s", 1)]);
        const file = await recordings().flushing.beginFile(session, "prefix/");
        assert.ok(file);
        return { session, file: { ...file, bytes: 1 } };
      },
      call: ({ recordings: interrupted }, _, { session, file }) => interrupted.flushing.finishFile(session, file),
      async check(project, { session, file }) {
        const isFinished = (await recordings().pieces.files(project, "s")).length > 0;
        assert.equal((await collect(recordings().pieces.unflushed(project, "s"))).length, isFinished ? 0 : 1);
        assert.ok(isFinished || (await isDue(project)));
        if (await isDue(project)) {
          const begun = await recordings().flushing.beginFile(session, "prefix/");
          assert.equal(begun?.key, isFinished ? undefined : file.key);
          if (begun) await recordings().flushing.finishFile(session, file);
        }
        await assertSettled(project);
      },
    }));

  test("erase all or nothing, and what is left of it the janitor finds", () =>
    interruptEveryWrite(name, {
      async prepare(projectId) {
        const session = { projectId, sessionId: "s" };
        await recordings().pieces.append(projectId, [newClickPiece("s", 1)]);
        const first = await recordings().flushing.beginFile(session, "prefix/");
        await recordings().flushing.finishFile(session, { key: "prefix/1-1", firstMs: 1, lastMs: 1, bytes: 1 });
        await recordings().pieces.append(projectId, [newClickPiece("s", 2)]);
        await recordings().flushing.beginFile(session, "prefix/");
        await recordings().pieces.append(projectId, [newClickPiece("s", 3)]);
        await recordings().pieces.saveProperties(projectId, [
          { sessionId: "s", at: 1, checkAt: 9, properties: { a: 1 } },
        ]);
        await recordings().library.markViewed(projectId, "s", 1, 1);
        assert.equal(first?.key, "prefix/1-1");
      },
      call: ({ recordings: interrupted }, project) => interrupted.erasure.erase(project, "s", 1),
      async check(project) {
        const isThere = (await recordings().library.find(project, ["s"])).length > 0;
        const noted = await recordings().library.properties(project, ["s"]);
        const viewed = await recordings().library.viewed(project, ["s"], 1);
        const open = await collect(recordings().pieces.unflushed(project, "s"));
        const { count } = await recordings().library.list(project, { limit: 1, offset: 0 });
        assert.deepEqual([noted.size, viewed.size, open.length, count], isThere ? [1, 1, 2, 1] : [0, 0, 0, 0]);
        assert.equal(await recordings().erasure.erase(project, "s", 1), isThere);
        const listed = (await recordings().erasure.erasures(1000)).filter(({ projectId }) => projectId === project);
        assert.deepEqual(
          listed.map(({ keys }) => keys),
          [["prefix/1-1", "prefix/2-2"]],
        );
        const collections = ["pieces", "recording_files", "recording_views", "recording_properties"] as const;
        for (const collection of collections) assert.equal(await countOf(collection, project), 0, collection);
      },
    }));
});
