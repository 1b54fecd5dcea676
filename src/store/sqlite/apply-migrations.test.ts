import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SqliteDatabase } from "./sqlite-database.ts";

const FIRST = ["CREATE TABLE a (x INTEGER)", "INSERT INTO a VALUES (1)"];
const SECOND = ["ALTER TABLE a ADD COLUMN y INTEGER", "UPDATE a SET y = x + 1"];

async function withDatabase(work: (database: SqliteDatabase) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-migrate-"));
  const database = new SqliteDatabase(join(directory, "test.db"), 1000);
  try {
    await work(database);
  } finally {
    await database.close();
    await rm(directory, { recursive: true });
  }
}

const rows = (database: SqliteDatabase) => database.read((sql) => sql.all("SELECT * FROM a"));

test("applies each migration once, in order", () =>
  withDatabase(async (database) => {
    await database.migrate([FIRST]);
    await database.migrate([FIRST]);
    assert.deepEqual(await rows(database), [{ x: 1 }]);
    await database.migrate([FIRST, SECOND]);
    await database.migrate([FIRST, SECOND]);
    assert.deepEqual(await rows(database), [{ x: 1, y: 2 }]);
  }));

test("failed migrations change nothing, and can be repeated", () =>
  withDatabase(async (database) => {
    const broken = [...SECOND, "INSERT INTO a VALUES (1, 2, 3)"];
    await assert.rejects(database.migrate([FIRST, broken]), /2 columns but 3 values/);
    await assert.rejects(rows(database), { name: "StoreUnavailable" });
    await database.migrate([FIRST, SECOND]);
    assert.deepEqual(await rows(database), [{ x: 1, y: 2 }]);
  }));
