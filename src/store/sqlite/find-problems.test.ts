import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { findProblems } from "./inspect-database.ts";
import { SqliteConnection } from "./sqlite-connection.ts";

const PAGE_BYTES = 4096;
const directory = mkdtempSync(join(tmpdir(), "sightline-pages-"));
const [original, copy] = [join(directory, "original.db"), join(directory, "copy.db")];
const ROWS = 1500;

const SCHEMA = `PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON;
  CREATE TABLE events (id INTEGER PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL);
  CREATE INDEX events_by_name ON events (name, id);
  CREATE TABLE words (word TEXT PRIMARY KEY, meaning TEXT) WITHOUT ROWID;
  CREATE TABLE empty (id INTEGER PRIMARY KEY)`;

/** The pages, by what they are. */
const pages = { leaf: 0, interior: 0, overflow: 0, indexLeaf: 0, keyedLeaf: 0 };
{
  const connection = new SqliteConnection(original, { pragmas: SCHEMA });
  connection.transaction(() => {
    for (let id = 1; id <= ROWS; id++) insert(connection, id);
  });
  const pageOf = (tree: string, type: string) => {
    const select = "SELECT max(pageno) AS page FROM dbstat WHERE name = ? AND pagetype = ?";
    return connection.one<{ page: number }>(select, tree, type).page;
  };
  pages.leaf = pageOf("events", "leaf");
  pages.interior = pageOf("events", "internal");
  pages.overflow = pageOf("events", "overflow");
  pages.indexLeaf = pageOf("events_by_name", "leaf");
  pages.keyedLeaf = pageOf("words", "leaf");
  connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  connection.close();
}
after(() => rmSync(directory, { recursive: true }));

function insert(connection: SqliteConnection, id: number): void {
  const name = `event ${(id * 7919) % ROWS} ${"n".repeat(40)}`;
  connection.run("INSERT INTO events VALUES (?, ?, ?)", id, name, randomBytes(id % 100 === 0 ? 20_000 : 300));
  connection.run("INSERT INTO words VALUES (?, ?)", `word ${id}`, "m".repeat(50));
}

/** Returns what a walk finds in a copy in which the bytes of a page are changed. */
function problemsAfter(page: number, change: (bytes: Buffer, file: Buffer) => void): string[] {
  const file = readFileSync(original);
  change(file.subarray((page - 1) * PAGE_BYTES, page * PAGE_BYTES), file);
  writeFileSync(copy, file);
  return inCopy(findProblems);
}

function inCopy<T>(work: (connection: SqliteConnection) => T): T {
  const connection = new SqliteConnection(copy, { isReadonly: true });
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

test("nothing is wrong with an intact database", () => {
  copyFileSync(original, copy);
  assert.deepEqual(inCopy(findProblems), []);
});

describe("a page is found that is overwritten", () => {
  for (const [name, page] of Object.entries(pages)) {
    test(`by random bytes: ${name}`, () => {
      const [problem = ""] = problemsAfter(page, (bytes) => randomBytes(PAGE_BYTES).copy(bytes));
      assert.match(problem, /^(events|events_by_name|words): /);
    });
    test(`by zeros: ${name}`, () => {
      assert.notDeepEqual(
        problemsAfter(page, (bytes) => bytes.fill(0)),
        [],
      );
    });
  }

  test("by another page of its table", () => {
    const problems = problemsAfter(pages.leaf, (bytes, file) => {
      const other = pages.leaf - 1;
      file.copy(bytes, 0, (other - 1) * PAGE_BYTES, other * PAGE_BYTES);
    });
    assert.ok(problems.length > 0);
  });

  test("by a page of another kind of tree", () => {
    const problems = problemsAfter(pages.leaf, (bytes, file) => {
      file.copy(bytes, 0, (pages.indexLeaf - 1) * PAGE_BYTES, pages.indexLeaf * PAGE_BYTES);
    });
    assert.ok(problems.length > 0);
  });
});

test("a sector of zeros in a row of several pages is found", () => {
  const page = pages.overflow - 1; // the last but one of the last row
  for (const [from, to] of [
    [4, 512],
    [512, 1024],
    [3584, 4096],
  ] as const) {
    const problems = problemsAfter(page, (bytes) => bytes.fill(0, from, to));
    assert.deepEqual(problems, ["events: zeros that nothing writes are in body of rows: 1"]);
  }
});

test("a small part of a page that its structure is in is found, too", () => {
  const problems = problemsAfter(pages.indexLeaf, (bytes) => bytes.fill(0xff, 8, 10));
  assert.deepEqual(problems.length, 1);
  assert.match(problems[0] ?? "", new RegExp(`^events_by_name: page ${pages.indexLeaf} `));
});

test("a statement's tables are named first", () => {
  const file = readFileSync(original);
  for (const page of [pages.leaf, pages.keyedLeaf]) file.fill(0xff, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
  writeFileSync(copy, file);
  const first = (statement: string) => inCopy((connection) => findProblems(connection, statement)[0] ?? "");
  assert.match(first("SELECT * FROM words WHERE word = ?"), /^words: /);
  assert.match(first("SELECT * FROM events"), /^events: /);
});
