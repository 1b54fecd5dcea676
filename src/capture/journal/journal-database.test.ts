import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { JournalDatabase, requireFreeSpace } from "./journal-database.ts";
import { packGroup } from "./journal-entry.ts";

async function directoryFor(context: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  context.after(() => rm(directory, { recursive: true }));
  return directory;
}

/** An empty journal, and one more connection that only reads. */
async function openJournal(context: TestContext) {
  const directory = await directoryFor(context);
  const journal = new JournalDatabase(directory);
  const reader = new JournalDatabase(directory, { readonly: true });
  context.after(() => [journal, reader].map((one) => one.close()));
  return { directory, journal, reader };
}

const group = (...bodies: string[]) =>
  packGroup(
    bodies.map((body, place) => ({
      projectId: "1",
      receivedAt: 1000 + place,
      seed: "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d",
      operation: "capture" as const,
      body: Buffer.from(body),
    })),
  );

const MEGABYTE = 1024 * 1024;

const idsOf = (groups: readonly { readonly id: number }[]) => groups.map(({ id }) => id);
const bodiesOf = (journal: JournalDatabase, after = 0) =>
  journal.read(after, MEGABYTE).flatMap(({ entries }) => entries.map(({ body }) => Buffer.from(body).toString()));

test("what was appended is read in its order, by another connection too, and still there when opened again", async (context) => {
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

test("how much is there is told of several groups together where there are many", async (context) => {
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

test("a reading has as many groups as fit, and always one", async (context) => {
  const { journal } = await openJournal(context);
  for (const body of ["x".repeat(10), "y".repeat(3), "z".repeat(3)]) journal.append(group(body));
  assert.deepEqual(idsOf(journal.read(0, 5)), [1]);
  assert.deepEqual(idsOf(journal.read(0, 13)), [1, 2]);
  assert.deepEqual(idsOf(journal.read(1, 5)), [2]);
  assert.deepEqual(idsOf(journal.read(1, 6)), [2, 3]);
  assert.equal(journal.read(0, 1)[0]?.bytes, 10);
});

test("many small groups are read in portions, without a gap", async (context) => {
  const { directory, journal } = await openJournal(context);
  const rows = new Libsql(join(directory, "journal.db"));
  rows.exec(
    `INSERT INTO groups (entries, received_at, header, bodies)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT 0, i, '[]', x'00' FROM n`,
  );
  rows.close();
  const ids: number[] = [];
  for (let found = journal.read(0, MEGABYTE); found.length > 0; found = journal.read(ids.at(-1) ?? 0, MEGABYTE)) {
    ids.push(...idsOf(found));
  }
  assert.deepEqual(
    ids,
    Array.from({ length: 2500 }, (_, place) => place + 1),
  );
});

test("what is released goes with the next append, or with a sweep", async (context) => {
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

test("what was released and not swept is there again after a crash", async (context) => {
  const { directory, journal } = await openJournal(context);
  journal.append(group("a"));
  journal.release(1);
  const next = new JournalDatabase(directory);
  assert.deepEqual(bodiesOf(next), ["a"]);
  next.close();
});

test("an id is never used again, not even when all rows are gone", async (context) => {
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

test("a release is not forgotten where the sweep or the append with it failed", async (context) => {
  const { directory, journal, reader } = await openJournal(context);
  journal.append(group("a"));
  const other = new Libsql(join(directory, "journal.db"));
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

test("a journal of a newer version is refused in one line, and left as it is", async (context) => {
  const { directory, journal } = await openJournal(context);
  journal.append(group("a"));
  const newer = new Libsql(join(directory, "journal.db"));
  newer.exec("PRAGMA user_version = 3");
  assert.throws(() => new JournalDatabase(directory), {
    message: `The journal ${join(directory, "journal.db")} is of version 3, newer than this program's (2).`,
  });
  assert.deepEqual(newer.prepare("SELECT header FROM groups").pluck().all().length, 1);
  newer.close();
});

/** What the first version made. */
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
  INSERT INTO identity VALUES ('its name');
  PRAGMA user_version = 1`;

test("a journal of the first version is taken over with all that is in it, and learns its dead letters' sessions", async (context) => {
  const directory = await directoryFor(context);
  const first = new Libsql(join(directory, "journal.db"));
  first.exec(FIRST_VERSION);
  const insert = first.prepare(
    "INSERT INTO dead_letters (project_id, uuid, reason, at, event) VALUES ('1', ?, 'no sense', 5, ?)",
  );
  const events = [
    ["$snapshot", "a"],
    ["$snapshot", 12345],
    ["$snapshot", undefined],
    ["$pageview", "b"],
  ].map(([event, $session_id]) => JSON.stringify({ event, distinctId: "ann", properties: { $session_id } }));
  for (const [place, event] of [...events, "{damaged", "null"].entries()) insert.run(`u${place}`, event);
  first.exec(`INSERT INTO groups (entries, received_at, header, bodies) VALUES (0, 1, '[]', x'')`);
  const reader = new JournalDatabase(directory, { readonly: true });
  assert.equal(reader.deadLetters.list({}, 10).length, 6, "who only reads it needs no more of it");
  reader.close();
  for (let times = 0; times < 2; times++) {
    const journal = new JournalDatabase(directory);
    assert.deepEqual([journal.identity(), journal.firstGroupId(), journal.deadLetters.count()], ["its name", 1, 6]);
    const sessions = ["12345", "a"].map((sessionId) => ({ projectId: "1", sessionId }));
    assert.deepEqual(journal.deadLetters.sessions(null, 10), sessions);
    journal.close();
  }
  first.close();
});

const unusable: [name: string, spoil: (directory: string) => Promise<unknown>, reason: string][] = [
  ["the file is a directory", (directory) => mkdir(join(directory, "journal.db"), { recursive: true }), ""],
  [
    "the file is something else",
    (directory) => writeFile(join(directory, "journal.db"), "x".repeat(5000)),
    ": file is not a database",
  ],
];
for (const [name, spoil, reason] of unusable) {
  test(`a journal that cannot be opened is named in one line: ${name}`, async (context) => {
    const directory = await directoryFor(context);
    await spoil(directory);
    assert.throws(
      () => new JournalDatabase(directory),
      ({ message }: Error) => {
        assert.equal(message, `The journal ${join(directory, "journal.db")} cannot be opened${reason}.`);
        return true;
      },
    );
  });
}

test("a directory that is a file is named in one line", async (context) => {
  const file = join(await directoryFor(context), "file");
  await writeFile(file, "");
  assert.throws(
    () => new JournalDatabase(file),
    /^Error: The journal .*file\/journal\.db cannot be opened: EEXIST: file already exists, mkdir .*$/,
  );
});

test("a disk with less free space than required is refused, with both figures", () => {
  requireFreeSpace(tmpdir(), 0);
  const pattern = /^Error: The disk of .+ is nearly full: [\d.]+ MB are free, and 1000000000\.0 MB are kept free\.$/;
  assert.throws(() => requireFreeSpace(tmpdir(), 1e15), pattern);
});
