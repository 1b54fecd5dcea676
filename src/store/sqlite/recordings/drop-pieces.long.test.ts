import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { collect, emptySummary, newPiece } from "../../../../test/conformance/samples.ts";
import { openSqlite } from "../sqlite.ts";
import { SqliteDatabase } from "../sqlite-database.ts";
import { sqliteRecordingErasure } from "./recording-erasure.ts";
import { sqliteRecordingFlushing } from "./recording-flushing.ts";

const session = { projectId: "1", sessionId: "s" };
const DATA = JSON.stringify("x".repeat(1_500_000));

class SimulatedCrash extends Error {}

/** Opens a store, and another connection to it that fails at the write with this number, from 1, as in a crash. */
async function openCrashing(test: TestContext, at: number) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-drop-"));
  const store = await openSqlite(directory);
  const database = new SqliteDatabase(join(directory, "sightline.db"), 5000);
  test.after(async () => {
    await store.close();
    await database.close();
    await rm(directory, { recursive: true });
  });
  const write = database.write.bind(database);
  let writes = 0;
  database.write = async (work) => {
    writes += 1;
    if (writes >= at) throw new SimulatedCrash();
    return write(work);
  };
  const rowsIn = (table: string) =>
    database.read((sql) => sql.one<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).n);
  const crashing = { flushing: sqliteRecordingFlushing(database), erasure: sqliteRecordingErasure(database) };
  return { recordings: store.recordings, crashing, rowsIn };
}

/** Repeats the work with a crash at each write, until it completes without one. */
async function crashAtEveryWrite(work: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 1; ; at++) {
    const error = await work(at).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) return assert.ok(at > 4, `${at} writes`);
    if (!(error instanceof SimulatedCrash)) throw error;
  }
}

test("an interrupted finishFile is completed by the next flusher and shows each piece once meanwhile", async (t) => {
  await crashAtEveryWrite(async (at) => {
    const { recordings, crashing, rowsIn } = await openCrashing(t, at);
    const pieces = [1, 2, 3, 4].map((start) => newPiece("s", { summary: emptySummary(start), data: DATA }));
    await recordings.pieces.append("1", pieces);
    const file = await recordings.flushing.beginFile(session, "p/");
    assert.ok(file);
    const interrupted = crashing.flushing.finishFile(session, { ...file, bytes: 1 });
    await interrupted.catch(() => {});
    const isFinished = (await recordings.pieces.files("1", "s")).length === 1;
    assert.equal((await collect(recordings.pieces.unflushed("1", "s"))).length, isFinished ? 0 : 4);
    assert.equal((await recordings.library.find("1", ["s"]))[0]?.unflushed === null, isFinished);
    if ((await rowsIn("pieces")) > 0) assert.equal((await recordings.flushing.due(1e15, 1e9, 1, 9)).length, 1);

    const late = newPiece("s", { summary: emptySummary(9), data: "[9]" });
    await recordings.pieces.append("1", [late]);
    if (!isFinished) await recordings.flushing.finishFile(session, { ...file, bytes: 1 });
    const next = await recordings.flushing.beginFile(session, "p/");
    assert.equal(next?.key, "p/9-9");
    assert.equal(await rowsIn("pieces"), 1);
    await recordings.flushing.finishFile(session, { ...next, bytes: 1 });
    assert.deepEqual(await recordings.flushing.due(1e15, 0, 1, 9), []);
    assert.equal(await rowsIn("pieces"), 0);
    await interrupted;
  });
});

test("an interrupted erasure is completed by listing erasures", async (t) => {
  await crashAtEveryWrite(async (at) => {
    const { recordings, crashing, rowsIn } = await openCrashing(t, at);
    await recordings.pieces.append("1", [newPiece("t"), ...[1, 2, 3].map(() => newPiece("s", { data: DATA }))]);
    const interrupted = crashing.erasure.erase("1", "s", 5);
    await interrupted.catch(() => {});
    const isErased = (await recordings.erasure.erased("1", ["s"])).size === 1;
    assert.equal((await recordings.library.find("1", ["s"])).length, isErased ? 0 : 1);
    await recordings.erasure.erasures(10);
    if (isErased)
      for (const table of ["pieces", "piece_uuids", "recordings"]) assert.equal(await rowsIn(table), 1, table);
    await interrupted;
  });
});

/** Returns a generator of numbers from 0 to 1, the same in every run. */
function pseudoRandomNumbers(): () => number {
  let last = 1;
  return () => {
    last = (last * 1103515245 + 12345) % 2 ** 31;
    return last / 2 ** 31;
  };
}

test("an erased recording leaves no copy in any page of the database", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-drop-"));
  const { recordings, close } = await openSqlite(directory);
  t.after(() => close().then(() => rm(directory, { recursive: true })));
  const next = pseudoRandomNumbers();
  const below = (bound: number) => Math.floor(next() * bound);
  const marker = (number: number) => `marker ${number};`;
  const files = ["sightline.db", "sightline.db-wal"].map((name) => join(directory, name));
  const remaining: number[] = [];
  for (let round = 0; round < 150; round++) {
    const pieces = Array.from({ length: 40 }, () => {
      const name = marker(round + below(8));
      return newPiece(name, { data: JSON.stringify(name.repeat(2 + below(150))) });
    });
    await recordings.pieces.append("1", pieces);
    assert.equal(await recordings.erasure.erase("1", marker(round), 5), true);
    // The id of an erased recording remains once; its data contain it at least twice in a row.
    for (const file of files) if ((await readFile(file)).includes(marker(round).repeat(2))) remaining.push(round);
  }
  assert.deepEqual(remaining, []);
});
