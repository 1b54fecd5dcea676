import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { collect, newEvent } from "../../../test/conformance/samples.ts";
import { sqliteEvents } from "./events.ts";
import { openSqlite } from "./sqlite.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

test("a batch of large events has few of them", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-stored-"));
  t.after(() => rm(directory, { recursive: true }));
  const store = await openSqlite(directory);
  await store.events.insert(Array.from({ length: 4 }, () => newEvent("1", { properties: `"${"x".repeat(600_000)}"` })));
  await store.events.insert(Array.from({ length: 600 }, () => newEvent("1", { properties: `"${"x".repeat(2000)}"` })));
  await store.close();
  const database = new SqliteDatabase(join(directory, "sightline.db"), 1000);
  t.after(() => database.close());
  const read = t.mock.method(database, "readOnce");
  assert.equal((await collect(sqliteEvents(database).stored({ after: null }))).length, 604);
  assert.equal(read.mock.callCount(), 1 + 4 + 6, "the newest id, each large event apart, and a hundred others at once");
  const lines = (await collect(sqliteEvents(database).storedLines({ after: null }))).map((text) =>
    text.trimEnd().split("\n"),
  );
  assert.deepEqual(
    lines.map(({ length }) => length),
    [1, 1, 1, 1, 261, 261, 78],
  );
});
