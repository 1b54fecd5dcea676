import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { newEvent, storedEvents } from "../../../test/conformance/samples.ts";
import { sqliteEvents } from "./events.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openSqlite } from "./sqlite.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

test("uuids that an unreleased version kept in runs are unique by an index again", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-unique-uuids-"));
  context.after(() => rm(directory, { recursive: true }));
  const events = [newEvent("1"), newEvent("2")];
  const database = new SqliteDatabase(join(directory, "sightline.db"), 1000);
  await database.migrate(MIGRATIONS.slice(0, 17));
  await sqliteEvents(database).insert(events);
  await database.write((sql) => {
    for (const table of ["uuid_index", "uuid_runs", "uuid_chunks"]) sql.run(`CREATE TABLE ${table} (id INTEGER)`);
    sql.run("DROP INDEX events_by_uuid");
  });
  await database.close();

  const store = await openSqlite(directory);
  context.after(() => store.close());
  assert.equal(await store.events.insert(events), 0);
  assert.deepEqual(await storedEvents(store.events, "1"), events.slice(0, 1));
});
