import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import Libsql from "libsql";
import { Problem } from "../../problem.ts";
import { waitUntil } from "../../test-support/wait-until.ts";
import { JournalDatabase } from "./journal-database.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { journalEntry, openInProcessJournal, openJournal } from "./test-journal.ts";

const MEGABYTE = 1024 * 1024;

const isFull = (error: unknown) => error instanceof Problem && error.code === "journal_full" && error.retryAfter === 5;

test("one request waits for its own group, many at once share few, and all are on disk when they are told so", async (context) => {
  const { directory, journal, appended } = await openJournal(context);
  assert.equal(await journal.append(journalEntry("first")), 1);
  const ids = await Promise.all(
    Array.from({ length: 500 }, (_, place) => journal.append(journalEntry(`body ${place}`))),
  );
  assert.deepEqual([...new Set(ids)], appended.slice(1));
  assert.ok(appended.length <= 4, `${appended.length} groups`);

  const reader = new JournalDatabase(directory, { readonly: true });
  const entries = reader.read(1, MEGABYTE).flatMap((group) => group.entries);
  reader.close();
  assert.deepEqual(
    entries.map(({ body }) => Buffer.from(body).toString()),
    ids.map((_, place) => `body ${place}`),
  );
});

test("a group is not larger than need be, so that the first of many large ones is not kept waiting", async (context) => {
  const { journal } = await openInProcessJournal(context, { maxBytes: 10 * MEGABYTE });
  const large = new Uint8Array(1.5 * MEGABYTE);
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(() => journal.append(journalEntry(large)))), [1, 2, 2, 3, 3]);
});

test("what waits for the store is counted until the store has it", async (context) => {
  const { journal } = await openInProcessJournal(context);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
  const under = [
    journal.append(journalEntry("123")),
    journal.append(journalEntry("4567")),
    journal.append(journalEntry("8")),
  ];
  assert.equal(journal.depth().entries, 3);
  assert.equal(journal.depth().bytes, 8);
  const [first = 0, last = 0] = await Promise.all(under);
  const { entries, bytes, oldest } = journal.depth();
  assert.deepEqual([entries, bytes], [3, 8]);
  assert.ok(oldest !== null && Date.now() - oldest < 10_000);
  journal.markStored(first);
  assert.deepEqual([journal.depth().entries, journal.depth().bytes], [2, 5]);
  journal.markStored(last);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
});

test("a group that the store has before its append is answered here is not counted", async (context) => {
  // The drain's thread reads what the journal's thread wrote, and its report may come here first.
  const { journal } = await openInProcessJournal(context, { maxBytes: 100, written: (id) => journal.markStored(id) });
  for (let time = 0; time < 20; time++) await journal.append(journalEntry("0123456789"));
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
});

test("groups of an earlier run count", async (context) => {
  const groups = [
    { first: 3, last: 3, entries: 2, bytes: 60, receivedAt: 1000 },
    { first: 4, last: 4, entries: 1, bytes: 30, receivedAt: 2000 },
  ];
  const { journal } = await openInProcessJournal(context, { maxBytes: 100, groups });
  assert.deepEqual(journal.depth(), { entries: 3, bytes: 90, oldest: 1000 });
  await assert.rejects(journal.append(journalEntry("x".repeat(11))), isFull);
  journal.markStored(3);
  assert.deepEqual(journal.depth(), { entries: 1, bytes: 30, oldest: 2000 });
});

test("the journal is full at its bound, and takes requests again when the store has caught up", async (context) => {
  const { journal } = await openInProcessJournal(context, { maxBytes: 1000 });
  const id = await journal.append(journalEntry("x".repeat(600)));
  await journal.append(journalEntry("x".repeat(400)));
  await assert.rejects(journal.append(journalEntry("x")), isFull);
  journal.markStored(id);
  await journal.append(journalEntry("x".repeat(600)));
  await assert.rejects(journal.append(journalEntry("x")), isFull);
  assert.equal(journal.depth().bytes, 1000);
});

test("while the disk stands still, only so much waits in memory, and none of it is lost", async (context) => {
  const { directory, journal } = await openJournal(context);
  /** What becomes of so many appends while the disk stands still for a moment: how many are kept, all others refused at once. */
  const keptOf = async (count: number, waiting: JournalEntry) => {
    const disk = new Libsql(join(directory, "journal.db"), { timeout: 5000 });
    disk.exec("BEGIN IMMEDIATE");
    const appends = Array.from({ length: count }, () => journal.append(waiting).then(() => "kept", isFull));
    const last = await Promise.race([...appends.slice(-1), setImmediate("waits")]);
    disk.exec("COMMIT");
    disk.close();
    assert.equal(last, true, "refused at once");
    const outcomes = await Promise.all(appends);
    const kept = outcomes.filter((outcome) => outcome === "kept").length;
    assert.ok(outcomes.slice(kept).every((outcome) => outcome === true));
    return kept;
  };
  const large = new Uint8Array(4 * MEGABYTE);
  const kept = await keptOf(40, journalEntry(large));
  assert.ok(kept >= 10 && kept <= 20, `${kept} kept`);
  assert.deepEqual([journal.depth().entries, journal.depth().bytes], [kept, kept * large.byteLength]);

  const small = await keptOf(70_000, journalEntry("{}"));
  assert.ok(small < 70_000, "what waits costs more than its body");
  await journal.append(journalEntry("after"));
  assert.equal(journal.depth().entries, kept + small + 1);
});

test("what the disk refuses is refused to whoever sent it, and takes no room", async (context) => {
  const { directory, journal } = await openInProcessJournal(context, { maxBytes: 100 });
  const disk = new Libsql(join(directory, "journal.db"));
  disk.exec("CREATE TRIGGER full BEFORE INSERT ON groups BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
  const caught = await journal.append(journalEntry("x".repeat(90))).catch((error: unknown) => error);
  assert.ok(isFull(caught));
  assert.match(String((caught as Error).cause), /disk is full/);
  disk.exec("DROP TRIGGER full");
  disk.close();
  assert.equal(journal.depth().bytes, 0);
  await journal.append(journalEntry("x".repeat(90)));
});

test("the thread sweeps released groups soon, also where nothing is appended; when it is gone, all is refused", async (context) => {
  const { directory, journal, drainApi, fail } = await openJournal(context);
  const id = await journal.append(journalEntry("a"));
  await drainApi.release(id);
  const reader = new JournalDatabase(directory, { readonly: true });
  await waitUntil(() => reader.groupRanges().length === 0);
  reader.close();
  journal.markStored(id);

  const disk = new Libsql(join(directory, "journal.db"), { timeout: 5000 });
  disk.exec("BEGIN IMMEDIATE");
  const waiting = [1, 2, 3].map(() => journal.append(journalEntry("x")));
  fail(new Error("the thread died"));
  await Promise.all(waiting.map((append) => assert.rejects(append, isFull)));
  disk.close();
  await assert.rejects(journal.append(journalEntry("x")), isFull);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
});

const SESSION = { projectId: "1", sessionId: "a" };
const LETTER = { ...SESSION, uuid: "u", reason: "no sense", at: 1, event: "what nobody may find" };

/** Whether a byte of it is in the files of the directory. */
async function isLetterOnDisk(directory: string): Promise<boolean> {
  const files = (await readdir(directory)).filter((name) => name.startsWith("journal.db"));
  const contents = await Promise.all(files.map((name) => readFile(join(directory, name)).catch(() => "")));
  return contents.some((content) => content.includes(LETTER.event));
}

for (const isBusy of [false, true]) {
  const name = isBusy ? "never rests" : "rests";
  test(`a dead letter that was dropped leaves no byte on the disk, where the journal ${name}`, async (context) => {
    const { directory, journal, drainApi } = await openJournal(context);
    const work = async () => drainApi.release(await journal.append(journalEntry("x")));
    await waitUntil(async () => (await stat(join(directory, "journal.db-wal"))).size === 0);
    await drainApi.setAside([LETTER]);
    assert.equal(await isLetterOnDisk(directory), true);
    assert.equal(await drainApi.deleteBySession(SESSION), true);
    assert.equal(await drainApi.deleteBySession(SESSION), false);
    await waitUntil(async () => {
      if (isBusy) await work();
      return !(await isLetterOnDisk(directory));
    });
  });
}

test("what a run dropped that was killed is wiped by the next one, however busy", async (context) => {
  const { directory, journal, drainApi } = await openJournal(context, {
    earlier(directory) {
      const killed = new JournalDatabase(directory);
      context.after(() => killed.close()); // who closes it last empties the log
      killed.deadLetters.setAside([LETTER]);
      killed.deadLetters.deleteBySession(SESSION);
    },
  });
  assert.equal(await isLetterOnDisk(directory), true);
  await waitUntil(async () => {
    await drainApi.release(await journal.append(journalEntry("x")));
    return !(await isLetterOnDisk(directory));
  });
});

test("a journal that is as good as full says so until the store has something of it", async (context) => {
  const { journal } = await openJournal(context, { maxBytes: 1000 });
  await journal.check();
  const id = await journal.append(journalEntry("x".repeat(995)));
  await assert.rejects(journal.check(), /^Error: The journal is full\.$/);
  journal.markStored(id);
  await journal.check();
});
