import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import Libsql from "libsql";
import { journalEntry, openInProcessJournal, openJournal } from "../../../test/support/test-journal.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { Problem } from "../../lib/problem.ts";
import { JournalDatabase } from "./journal-database.ts";
import { packGroup } from "./journal-entry.ts";

const MEGABYTE = 1024 * 1024;

const isFull = (error: unknown) => error instanceof Problem && error.code === "journal_full" && error.retryAfter === 5;

test("one entry gets its own group, many share few, and all are on disk when append resolves", async (context) => {
  const { directory, journal, appended } = await openJournal(context);
  assert.equal(await journal.append(journalEntry("first")), 1);
  const ids = await Promise.all(
    Array.from({ length: 500 }, (_, index) => journal.append(journalEntry(`body ${index}`))),
  );
  assert.deepEqual([...new Set(ids)], appended.slice(1));
  assert.ok(appended.length <= 4, `${appended.length} groups`);

  const reader = new JournalDatabase(directory, { readonly: true });
  const entries = reader.read(1, MEGABYTE).flatMap((group) => group.entries);
  reader.close();
  assert.deepEqual(
    entries.map(({ body }) => Buffer.from(body).toString()),
    ids.map((_, index) => `body ${index}`),
  );
});

test("groups of large entries are small, so that the first entry is not kept waiting", async (context) => {
  const { journal } = await openInProcessJournal(context, { maxBytes: 10 * MEGABYTE });
  const large = new Uint8Array(1.5 * MEGABYTE);
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => journal.append(journalEntry(large))));
  assert.deepEqual(
    ids.map((id) => ids.indexOf(id)),
    [0, 1, 1, 3, 3],
  );
});

test("entries count until they are stored", async (context) => {
  const { journal } = await openInProcessJournal(context);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
  const appends = [
    journal.append(journalEntry("123")),
    journal.append(journalEntry("4567")),
    journal.append(journalEntry("8")),
  ];
  assert.equal(journal.depth().entries, 3);
  assert.equal(journal.depth().bytes, 8);
  const [first = 0, last = 0] = await Promise.all(appends);
  const { entries, bytes, oldest } = journal.depth();
  assert.deepEqual([entries, bytes], [3, 8]);
  assert.ok(oldest !== null && Date.now() - oldest < 600_000);
  journal.markStored(first);
  assert.deepEqual([journal.depth().entries, journal.depth().bytes], [2, 5]);
  journal.markStored(last);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
});

test("a group that is stored before its append returns does not count", async (context) => {
  // The drain reads what the journal's thread wrote, and may report before the journal's thread answers.
  const { journal } = await openInProcessJournal(context, { maxBytes: 100, onWritten: (id) => journal.markStored(id) });
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

test("a full journal refuses entries until some are stored", async (context) => {
  const { journal } = await openInProcessJournal(context, { maxBytes: 1000 });
  const id = await journal.append(journalEntry("x".repeat(600)));
  await journal.append(journalEntry("x".repeat(400)));
  await assert.rejects(journal.append(journalEntry("x")), isFull);
  journal.markStored(id);
  await journal.append(journalEntry("x".repeat(600)));
  await assert.rejects(journal.append(journalEntry("x")), isFull);
  assert.equal(journal.depth().bytes, 1000);
});

test("while others are active, a project has no more than its share of the journal", async (context) => {
  const { journal, refusals } = await openInProcessJournal(context, { maxBytes: 1000, projectShare: 0.5 });
  const append = (projectId: string, bytes: number, receivedAt = 0) =>
    journal.append(journalEntry("x".repeat(bytes), { projectId, receivedAt }));
  await append("1", 700);
  await append("2", 100);
  await assert.rejects(append("1", 1), isFull);
  const last = await append("2", 100);
  assert.equal(refusals.count, 1);
  journal.markStored(last);
  await append("1", 500);
  await assert.rejects(append("1", 1, 3_599_999), isFull, "the other was active within the hour");
  await append("1", 1, 3_600_001);
  await append("2", 1, 3_600_002);
  await assert.rejects(append("1", 1, 9_000_000), isFull, "the other has entries");
  assert.equal(refusals.count, 3);
});

test("shares include what an earlier run left", async (context) => {
  const entry = (projectId: string, bytes: number) => journalEntry("x".repeat(bytes), { projectId });
  const { journal } = await openJournal(context, {
    ...{ maxBytes: 1000, projectShare: 0.5 },
    earlierRun(directory) {
      const database = new JournalDatabase(directory);
      database.append(packGroup([entry("1", 250), entry("2", 10), entry("1", 250)]));
      database.close();
    },
  });
  await assert.rejects(journal.append(entry("1", 1)), isFull);
  await journal.append(entry("2", 400));
});

test("while the disk is blocked, a bounded amount waits in memory, and none of it is lost", async (context) => {
  const { directory, journal } = await openJournal(context);
  /** Appends entries while the disk is blocked. Returns how many are kept; the others must be refused at once. */
  const countKept = async (count: number, body: string | Uint8Array) => {
    const disk = new Libsql(join(directory, "journal.db"), { timeout: 60_000 });
    disk.exec("BEGIN IMMEDIATE");
    const appends = Array.from({ length: count }, () => journal.append(journalEntry(body)).then(() => "kept", isFull));
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
  const kept = await countKept(40, large);
  assert.ok(kept >= 10 && kept <= 20, `${kept} kept`);
  assert.deepEqual([journal.depth().entries, journal.depth().bytes], [kept, kept * large.byteLength]);

  const small = await countKept(70_000, "{}");
  assert.ok(small < 70_000, "a waiting entry costs more than its body");
  await journal.append(journalEntry("after"));
  assert.equal(journal.depth().entries, kept + small + 1);
});

test("the parts of a request are on disk together, or not at all", async (context) => {
  const { directory, journal } = await openInProcessJournal(context, { maxBytes: 50 * MEGABYTE, projectShare: 0.5 });
  const disk = new Libsql(join(directory, "journal.db"), { timeout: 60_000 });
  context.after(() => disk.close());
  const part = (content: number, bytes = MEGABYTE) => journalEntry(new Uint8Array(bytes).fill(content));
  const parts = [part(1), part(2), part(3), part(4), part(5), part(6), part(7, 5)] as const;
  disk.exec(`CREATE TRIGGER full BEFORE INSERT ON groups WHEN length(new.bodies) = 5
    BEGIN SELECT RAISE(ABORT, 'the disk is full, or the process died here'); END`);
  const outcomes = [journal.append(part(0, 9)), journal.append(...parts), journal.append(part(8, 9))];
  assert.equal((await Promise.allSettled(outcomes)).map(({ status }) => status).join(), "fulfilled,rejected,fulfilled");
  const reader = new JournalDatabase(directory, { readonly: true });
  context.after(() => reader.close());
  const stored = () => reader.read(0, 20 * MEGABYTE).flatMap(({ entries }) => entries.map(({ body }) => body[0]));
  assert.deepEqual(stored(), [0, 8]);
  assert.deepEqual([journal.depth().entries, journal.depth().bytes], [2, 18]);
  disk.exec("DROP TRIGGER full");
  await Promise.all([journal.append(...parts), journal.append(part(9, 9))]);
  assert.deepEqual(stored(), [0, 8, 1, 2, 3, 4, 5, 6, 7, 9]);
  await journal.append(journalEntry("{}", { projectId: "2" }));
  const four = [part(1, 5 * MEGABYTE), part(2, 5 * MEGABYTE), part(3, 5 * MEGABYTE), part(4, 5 * MEGABYTE)] as const;
  await assert.rejects(journal.append(...four), isFull); // they have the share of their project together
});

test("a failed write refuses the entry, which then does not count", async (context) => {
  const { directory, journal } = await openInProcessJournal(context, { maxBytes: 100 });
  const disk = new Libsql(join(directory, "journal.db"), { timeout: 60_000 });
  disk.exec("CREATE TRIGGER full BEFORE INSERT ON groups BEGIN SELECT RAISE(ABORT, 'disk is full'); END");
  const caught = await journal.append(journalEntry("x".repeat(90))).catch((error: unknown) => error);
  assert.ok(isFull(caught));
  assert.match(String((caught as Error).cause), /disk is full/);
  disk.exec("DROP TRIGGER full");
  disk.close();
  assert.equal(journal.depth().bytes, 0);
  await journal.append(journalEntry("x".repeat(90)));
});

test("the thread sweeps released groups by itself; when it has died, all entries are refused", async (context) => {
  const { directory, journal, drainApi, fail } = await openJournal(context);
  const id = await journal.append(journalEntry("a"));
  await drainApi.release(id);
  const reader = new JournalDatabase(directory, { readonly: true });
  await waitUntil(() => reader.groupRanges().length === 0);
  reader.close();
  journal.markStored(id);

  const disk = new Libsql(join(directory, "journal.db"), { timeout: 60_000 });
  disk.exec("BEGIN IMMEDIATE");
  const appends = [1, 2, 3].map(() => journal.append(journalEntry("x")));
  fail(new Error("the thread died"));
  await Promise.all(appends.map((append) => assert.rejects(append, isFull)));
  disk.close();
  await assert.rejects(journal.append(journalEntry("x")), isFull);
  assert.deepEqual(journal.depth(), { entries: 0, bytes: 0, oldest: null });
});

const SESSION = { projectId: "1", sessionId: "a" };
const LETTER = { ...SESSION, uuid: "u", reason: "invalid", at: 1, event: "a secret text" };

/** Returns whether the letter's event is still in the journal's files. */
async function isLetterOnDisk(directory: string): Promise<boolean> {
  const files = (await readdir(directory)).filter((name) => name.startsWith("journal.db"));
  const contents = await Promise.all(files.map((name) => readFile(join(directory, name)).catch(() => "")));
  return contents.some((content) => content.includes(LETTER.event));
}

for (const isBusy of [false, true]) {
  const name = isBusy ? "a busy" : "an idle";
  test(`a deleted dead letter is wiped from the disk, in ${name} journal`, async (context) => {
    const { directory, journal, drainApi } = await openJournal(context);
    const work = async () => drainApi.release(await journal.append(journalEntry("x")));
    await waitUntil(async () => (await stat(join(directory, "journal.db-wal"))).size === 0);
    await drainApi.setAside([LETTER]);
    assert.equal(await isLetterOnDisk(directory), true);
    assert.equal(await drainApi.deleteDeadLetters(SESSION), true);
    assert.equal(await drainApi.deleteDeadLetters(SESSION), false);
    await waitUntil(async () => {
      if (isBusy) await work();
      return !(await isLetterOnDisk(directory));
    });
  });
}

test("what a killed run deleted is wiped by the next one, even under load", async (context) => {
  const { directory, journal, drainApi } = await openJournal(context, {
    earlierRun(directory) {
      const killed = new JournalDatabase(directory);
      context.after(() => killed.close()); // closing the last connection empties the log
      killed.deadLetters.setAside([LETTER]);
      killed.deadLetters.deleteBatch(SESSION);
    },
  });
  assert.equal(await isLetterOnDisk(directory), true);
  await waitUntil(async () => {
    await drainApi.release(await journal.append(journalEntry("x")));
    return !(await isLetterOnDisk(directory));
  });
});

test("the check fails while the journal is nearly full", async (context) => {
  const { journal } = await openJournal(context, { maxBytes: 1000 });
  await journal.check();
  const id = await journal.append(journalEntry("x".repeat(995)));
  await assert.rejects(journal.check(), /^Error: The journal is full\.$/);
  journal.markStored(id);
  await journal.check();
});
