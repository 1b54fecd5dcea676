import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { JournalDatabase, requireFreeSpace } from "./journal-database.ts";
import { packGroup, packGroups } from "./journal-entry.ts";

async function directoryFor(context: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  context.after(() => rm(directory, { recursive: true }));
  return directory;
}

/** Opens an empty journal, and a second connection that only reads. */
async function openJournal(context: TestContext) {
  const directory = await directoryFor(context);
  const journal = new JournalDatabase(directory);
  const reader = new JournalDatabase(directory, { readonly: true });
  context.after(() => [journal, reader].map((one) => one.close()));
  return { directory, journal, reader };
}

const group = (...bodies: string[]) =>
  packGroup(
    bodies.map((body, index) => ({
      projectId: "1",
      receivedAt: 1000 + index,
      seed: "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d",
      operation: "capture" as const,
      body: Buffer.from(body),
    })),
  );

const MEGABYTE = 1024 * 1024;

const idsOf = (groups: readonly { readonly id: number }[]) => groups.map(({ id }) => id);
const bodiesOf = (journal: JournalDatabase, after = 0) =>
  journal.read(after, MEGABYTE).flatMap(({ entries }) => entries.map(({ body }) => Buffer.from(body).toString()));

test("groups are read in order, by other connections too, and after reopening", async (context) => {
  const { directory, journal, reader } = await openJournal(context);
  assert.deepEqual([journal.append(group("a", "b")), journal.append(group("c"))], [1, 2]);
  for (const one of [journal, reader]) {
    assert.deepEqual(bodiesOf(one), ["a", "b", "c"]);
    assert.deepEqual(bodiesOf(one, 1), ["c"]);
    assert.deepEqual(one.read(2, MEGABYTE), []);
  }
  const again = new JournalDatabase(directory);
  assert.deepEqual(bodiesOf(again), ["a", "b", "c"]);
  assert.deepEqual(again.groupRanges(), [
    { first: 1, last: 1, entries: 2, bytes: 2, receivedAt: 1000 },
    { first: 2, last: 2, entries: 1, bytes: 1, receivedAt: 1000 },
  ]);
  again.close();
});

test("many groups are reported in ranges", async (context) => {
  const { journal } = await openJournal(context);
  assert.deepEqual(journal.groupRanges(2), []);
  for (const body of ["a", "bb", "ccc", "dddd", "eeeee"]) journal.append(group(body));
  journal.release(1);
  journal.sweep();
  assert.deepEqual(journal.groupRanges(2), [
    { first: 2, last: 3, entries: 2, bytes: 5, receivedAt: 1000 },
    { first: 4, last: 5, entries: 2, bytes: 9, receivedAt: 1000 },
  ]);
  assert.deepEqual(journal.groupRanges(1), [{ first: 2, last: 5, entries: 4, bytes: 14, receivedAt: 1000 }]);
});

test("a read returns as many groups as fit, and at least one", async (context) => {
  const { journal } = await openJournal(context);
  for (const body of ["x".repeat(10), "y".repeat(3), "z".repeat(3)]) journal.append(group(body));
  assert.deepEqual(idsOf(journal.read(0, 5)), [1]);
  assert.deepEqual(idsOf(journal.read(0, 13)), [1, 2]);
  assert.deepEqual(idsOf(journal.read(1, 5)), [2]);
  assert.deepEqual(idsOf(journal.read(1, 6)), [2, 3]);
  assert.equal(journal.read(0, 1)[0]?.bytes, 10);
});

test("a large body takes several rows, which are read together and deleted together", async (context) => {
  const { journal, reader } = await openJournal(context);
  const sizes = [96 * 1024, 96 * 1024 + 1, 5, MEGABYTE];
  const entries = sizes.map((size, index) => ({
    ...{ projectId: "1", receivedAt: 1000, seed: "s", operation: "batch" as const },
    body: new Uint8Array(size).fill(index),
  }));
  const last = journal.append(...packGroups(entries).groups);
  const read = (after: number, maxBytes: number) => reader.read(after, maxBytes);
  assert.deepEqual(
    read(0, 10 * MEGABYTE).map((found) => [found.id, found.last, found.bytes]),
    [
      [1, 1, sizes[0]],
      [2, 3, sizes[1]],
      [4, 4, 5],
      [5, last, MEGABYTE],
    ],
  );
  const bodies = read(0, 10 * MEGABYTE).flatMap((found) => found.entries.map(({ body }) => Buffer.from(body)));
  assert.ok(bodies.every((body, index) => body.equals(entries[index]?.body ?? Buffer.alloc(0))));
  assert.deepEqual(idsOf(read(0, 193 * 1024)), [1, 2, 4]);
  assert.deepEqual(idsOf(read(0, 191 * 1024)), [1]);
  assert.deepEqual(idsOf(read(4, 1)), [5]);
  assert.deepEqual(read(last, 1), []);
  journal.release(3);
  journal.sweep();
  assert.deepEqual(idsOf(read(0, 10 * MEGABYTE)), [4, 5]);
  assert.deepEqual(reader.groupRanges(1), [{ first: 4, last, entries: 2, bytes: MEGABYTE + 5, receivedAt: 1000 }]);
});

test("many small groups are read in batches, without a gap", async (context) => {
  const { directory, journal } = await openJournal(context);
  const rows = new Libsql(join(directory, "journal.db"), { timeout: 60_000 });
  rows.exec(
    `INSERT INTO groups (entries, received_at, header, bodies)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT 1, i, '[]', x'00' FROM n`,
  );
  rows.close();
  const ids: number[] = [];
  for (let found = journal.read(0, MEGABYTE); found.length > 0; found = journal.read(ids.at(-1) ?? 0, MEGABYTE)) {
    ids.push(...idsOf(found));
  }
  assert.deepEqual(
    ids,
    Array.from({ length: 2500 }, (_, index) => index + 1),
  );
});

test("released groups are deleted by the next append, or by a sweep", async (context) => {
  const { journal, reader } = await openJournal(context);
  for (const body of ["a", "b", "c"]) journal.append(group(body));
  journal.release(1);
  assert.deepEqual(bodiesOf(reader), ["a", "b", "c"]);
  journal.append(group("d"));
  assert.deepEqual(bodiesOf(reader), ["b", "c", "d"]);
  journal.release(3);
  journal.release(2);
  journal.sweep();
  assert.deepEqual(bodiesOf(reader), ["d"]);
});

test("groups released but not swept are there again after a crash", async (context) => {
  const { directory, journal } = await openJournal(context);
  journal.append(group("a"));
  journal.release(1);
  const next = new JournalDatabase(directory);
  assert.deepEqual(bodiesOf(next), ["a"]);
  next.close();
});

test("an id is never reused, not even when all rows are deleted", async (context) => {
  const { directory, journal } = await openJournal(context);
  for (const body of ["a", "b"]) journal.append(group(body));
  journal.release(2);
  journal.sweep();
  assert.equal(journal.append(group("c")), 3);
  journal.release(3);
  journal.sweep();
  const next = new JournalDatabase(directory);
  assert.equal(next.append(group("d")), 4);
  next.close();
});

test("a release survives a failed append or sweep", async (context) => {
  const { directory, journal, reader } = await openJournal(context);
  journal.append(group("a"));
  const other = new Libsql(join(directory, "journal.db"), { timeout: 60_000 });
  const fail = (event: string) =>
    `CREATE TRIGGER broken_${event} BEFORE ${event} ON groups BEGIN SELECT RAISE(ABORT, 'disk error'); END`;
  journal.release(1);
  other.exec(fail("INSERT"));
  assert.throws(() => journal.append(group("b")), /disk error/);
  assert.deepEqual(bodiesOf(reader), ["a"]);
  other.exec(fail("DELETE"));
  assert.throws(() => journal.sweep(), /disk error/);
  other.exec("DROP TRIGGER broken_INSERT; DROP TRIGGER broken_DELETE");
  other.close();
  journal.sweep();
  assert.deepEqual(bodiesOf(reader), []);
});

test("rejects a newer version in one line, and changes nothing", async (context) => {
  const { directory, journal } = await openJournal(context);
  journal.append(group("a"));
  const newer = new Libsql(join(directory, "journal.db"), { timeout: 60_000 });
  newer.exec("PRAGMA user_version = 6");
  assert.throws(() => new JournalDatabase(directory), {
    message: `The journal ${join(directory, "journal.db")} is of version 6, newer than this program's (5).`,
  });
  assert.deepEqual(newer.prepare("SELECT header FROM groups").pluck().all().length, 1);
  newer.close();
});

/** The schema of version 1. */
const FIRST_VERSION = `PRAGMA journal_mode = WAL;
  CREATE TABLE groups (
    id INTEGER PRIMARY KEY AUTOINCREMENT, entries INTEGER NOT NULL, received_at INTEGER NOT NULL,
    header TEXT NOT NULL, bodies BLOB NOT NULL
  );
  CREATE TABLE dead_letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT, project_id TEXT NOT NULL, uuid TEXT NOT NULL, reason TEXT NOT NULL,
    at INTEGER NOT NULL, event TEXT NOT NULL, UNIQUE (project_id, uuid)
  );
  CREATE INDEX dead_letters_by_size ON dead_letters (id, octet_length(event));
  CREATE TABLE identity (id TEXT NOT NULL);
  INSERT INTO identity VALUES ('its id');
  PRAGMA user_version = 1`;

test("migrates version 1 with its content, and finds the sessions of its dead letters", async (context) => {
  const directory = await directoryFor(context);
  const first = new Libsql(join(directory, "journal.db"), { timeout: 60_000 });
  first.exec(FIRST_VERSION);
  const insert = first.prepare(
    "INSERT INTO dead_letters (project_id, uuid, reason, at, event) VALUES ('1', ?, 'invalid', 5, ?)",
  );
  const events = [
    ["$snapshot", "a"],
    ["$snapshot", 12345],
    ["$snapshot", undefined],
    ["$pageview", "b"],
  ].map(([event, $session_id]) => JSON.stringify({ event, distinctId: "ann", properties: { $session_id } }));
  for (const [index, event] of [...events, "{damaged", "null"].entries()) insert.run(`u${index}`, event);
  first.exec(`INSERT INTO groups (entries, received_at, header, bodies) VALUES (0, 1, '[]', x'')`);
  const reader = new JournalDatabase(directory, { readonly: true });
  assert.equal(reader.deadLetters.list({}, { limit: 10, offset: 0 }).length, 6, "a reader needs no migration");
  reader.close();
  for (let times = 0; times < 2; times++) {
    const journal = new JournalDatabase(directory);
    assert.deepEqual([journal.identity(), journal.firstGroupId(), journal.deadLetters.count()], ["its id", 1, 6]);
    const sessions = ["12345", "a"].map((sessionId) => ({ projectId: "1", sessionId }));
    assert.deepEqual(journal.deadLetters.sessions(null, 10), sessions);
    journal.close();
  }
  first.close();
});

test("a disk with less free space than required is refused, with both figures", () => {
  requireFreeSpace(tmpdir(), 0);
  const pattern = /^Error: The disk of .+ is nearly full: [\d.]+ MB are free, and 1000000000\.0 MB are kept free\.$/;
  assert.throws(() => requireFreeSpace(tmpdir(), 1e15), pattern);
});
