import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import Libsql from "libsql";
import { KEYS_OF_TABLES } from "./project-removals.ts";
import { openSqlite } from "./sqlite.ts";

/** Removed in another way. */
const OTHERS = ["recordings"];

test("the removal of a project covers every table that names projects", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-sqlite-"));
  t.after(() => rm(directory, { recursive: true }));
  await (await openSqlite(directory)).close();
  const connection = new Libsql(join(directory, "sightline.db"));
  const select = `SELECT tables.name FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns
    WHERE columns.name = 'project_id' ORDER BY tables.name`;
  const named = connection.prepare(select).all() as { readonly name: string }[];
  connection.close();
  const covered = [...Object.keys(KEYS_OF_TABLES), ...OTHERS].toSorted();
  assert.deepEqual(
    named.map(({ name }) => name),
    covered,
  );
});
