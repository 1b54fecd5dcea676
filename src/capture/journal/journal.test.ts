import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import Libsql from "libsql";
import { Problem } from "../../problem.ts";
import { remote, serveCalls } from "../../threads/calls.ts";
import { JournalDatabase } from "./database.ts";
import type { PackedGroup } from "./entry.ts";
import { Journal } from "./journal.ts";
import { entry, openJournal } from "./test-journal.ts";
import type { JournalWriter } from "./thread.ts";

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

const isFull = (error: unknown) => error instanceof Problem && error.code === "journal_full" && error.retryAfter === 5;

test("one request waits for its own group, many at once share few, and all are on disk when they are told so", async (context) => {
  const { directory, journal, appended } = await openJournal(context);
  assert.equal(await journal.append(entry("first")), 1);
  const ids = await Promise.all(Array.from({ length: 500 }, (_, place) => journal.append(entry(`body ${place}`))));
  assert.deepEqual([...new Set(ids)], appended.slice(1));
  assert.ok(appended.length <= 4, `${appended.length} groups`);

  const reader = new JournalDatabase(directory, { readonly: true });
  const bodies = reader
    .read(1, MEGABYTE)
    .flatMap(({ entries }) => entries.map(({ body }) => Buffer.from(body).toString()));
  reader.close();
  assert.deepEqual(
    bodies,
    ids.map((_, place) => `body ${place}`),
  );
});

test("a group is not larger than need be, so that the first of many large ones is not kept waiting", async (context) => {
  const { journal, appended } = await openJournal(context);
  const large = new Uint8Array(1.5 * MEGABYTE);
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => journal.append(entry(large))));
  assert.deepEqual(ids, [1, 2, 2, 3, 3]);
  assert.deepEqual(appended, [1, 2, 3]);
});

test("what waits for the store is counted until the store has it", async (context) => {
  const { journal } = await openJournal(context);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
  const under = [journal.append(entry("123")), journal.append(entry("4567")), journal.append(entry("8"))];
  assert.equal(journal.depth().entries, 3);
  assert.equal(journal.depth().bytes, 8);
  const [first = 0, last = 0] = await Promise.all(under);
  const { entries, bytes, oldest } = journal.depth();
  assert.deepEqual([entries, bytes], [3, 8]);
  assert.ok(oldest !== null && Date.now() - oldest < 10_000);
  journal.stored(first);
  assert.deepEqual([journal.depth().entries, journal.depth().bytes], [2, 5]);
  journal.stored(last);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
});

test("a group that the store has before its append is answered here is not counted", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  const database = new JournalDatabase(directory);
  context.after(async () => {
    database.close();
    await rm(directory, { recursive: true });
  });
  const { port1, port2 } = new MessageChannel();
  const journal = new Journal(remote<JournalWriter>(port1), { maxBytes: 100, groups: [], appended: () => {} });
  // The drain's thread reads what the journal's thread wrote, and its report may come here first.
  const append = async (group: PackedGroup) => {
    const id = database.append(group);
    journal.stored(id);
    return id;
  };
  serveCalls(port2, { append });
  context.after(() => port1.close());
  for (let time = 0; time < 20; time++) await journal.append(entry("0123456789"));
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
});

test("groups of an earlier run count", async (context) => {
  const { writer } = await openJournal(context);
  const groups = [
    { id: 3, entries: 2, bytes: 60, receivedAt: 1000 },
    { id: 4, entries: 1, bytes: 30, receivedAt: 2000 },
  ];
  const journal = new Journal(writer, { maxBytes: 100, groups, appended: () => {} });
  assert.deepEqual(journal.depth(), { entries: 3, bytes: 90, oldest: 1000 });
  await assert.rejects(journal.append(entry("x".repeat(11))), isFull);
  journal.stored(3);
  assert.deepEqual(journal.depth(), { entries: 1, bytes: 30, oldest: 2000 });
});

test("the journal is full at its bound, and takes requests again when the store has caught up", async (context) => {
  const { journal } = await openJournal(context, { maxBytes: 1000 });
  const id = await journal.append(entry("x".repeat(600)));
  await journal.append(entry("x".repeat(400)));
  await assert.rejects(journal.append(entry("x")), isFull);
  journal.stored(id);
  await journal.append(entry("x".repeat(600)));
  await assert.rejects(journal.append(entry("x")), isFull);
  assert.equal(journal.depth().bytes, 1000);
});

test("while the disk stands still, only so much waits in memory, and none of it is lost", async (context) => {
  const { directory, journal } = await openJournal(context);
  const disk = new Libsql(join(directory, "journal.db"));
  disk.exec("BEGIN IMMEDIATE");
  const body = new Uint8Array(4 * MEGABYTE);
  const appends = Array.from({ length: 40 }, () => journal.append(entry(body)).then(() => "kept", isFull));
  const refused = await Promise.race([...appends.slice(-1), setImmediate("waits")]);
  disk.exec("COMMIT");
  disk.close();
  assert.equal(refused, true);
  const outcomes = await Promise.all(appends);
  const kept = outcomes.filter((outcome) => outcome === "kept").length;
  assert.ok(kept >= 10 && kept <= 20, `${kept} kept`);
  assert.ok(outcomes.slice(kept).every((outcome) => outcome === true));
  assert.deepEqual([journal.depth().entries, journal.depth().bytes], [kept, kept * body.byteLength]);
  assert.equal(await journal.append(entry("after")).then((id) => id > 0), true);
});

test("many small requests that wait count for more than their bodies", async (context) => {
  const { directory, journal } = await openJournal(context);
  const disk = new Libsql(join(directory, "journal.db"));
  disk.exec("BEGIN IMMEDIATE");
  const appends = Array.from({ length: 100_000 }, () => journal.append(entry("{}")).then(() => "kept", isFull));
  const refused = await Promise.race([...appends.slice(-1), setImmediate("waits")]);
  disk.exec("COMMIT");
  disk.close();
  assert.equal(refused, true);
  await Promise.all(appends);
});

test("what the disk refuses is refused to whoever sent it, and takes no room", async (context) => {
  const { directory, journal } = await openJournal(context, { maxBytes: 100 });
  const disk = new Libsql(join(directory, "journal.db"));
  disk.exec("CREATE TRIGGER full BEFORE INSERT ON groups BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
  const caught = await journal.append(entry("x".repeat(90))).catch((error: unknown) => error);
  assert.ok(isFull(caught));
  assert.match(String((caught as Error).cause), /disk is full/);
  disk.exec("DROP TRIGGER full");
  disk.close();
  assert.equal(journal.depth().bytes, 0);
  await journal.append(entry("x".repeat(90)));
});

test("a writer that is gone refuses what waits and all that comes", async (context) => {
  const { directory, journal, writer } = await openJournal(context);
  const disk = new Libsql(join(directory, "journal.db"));
  disk.exec("BEGIN IMMEDIATE");
  const waiting = [1, 2, 3].map(() => journal.append(entry("x")));
  writer.fail(new Error("the thread died"));
  await Promise.all(waiting.map((append) => assert.rejects(append, isFull)));
  disk.close();
  await assert.rejects(journal.append(entry("x")), isFull);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
});

test("released groups are swept soon, also where nothing is appended", async (context) => {
  const { directory, journal, keeper } = await openJournal(context);
  const id = await journal.append(entry("a"));
  await keeper.call("release", id);
  const reader = new JournalDatabase(directory, { readonly: true });
  for (const end = Date.now() + 5000; reader.sizes().length > 0 && Date.now() < end; ) {
    await pause(20);
  }
  assert.deepEqual(reader.sizes(), []);
  reader.close();
});
