import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { putFlags } from "../../../test/conformance/put-flags.ts";
import { recordFlags } from "../records/flags.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { MIGRATIONS } from "./migrations.ts";
import { prepareRecordTables } from "./record-tables.ts";
import { sqliteRecords } from "./records.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

test("existing flags are numbered in each project, in the order of their creation", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-flag-numbers-"));
  const database = new SqliteDatabase(join(directory, "test.db"), 1000);
  context.after(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });
  const before = MIGRATIONS.slice(0, 3);
  await database.migrate(before);
  const insert = "INSERT INTO flags (project_id, key, updated_at, definition) VALUES (?, ?, 1773308463250, '{}')";
  await database.write((sql) => {
    for (const [project, key] of [
      [1, "c"],
      [2, "a"],
      [1, "a"],
    ] as const)
      sql.run(insert, project, key);
  });
  await database.migrate(MIGRATIONS);
  await database.write((sql) => prepareRecordTables(sql, RECORD_KINDS));
  const flags = recordFlags(sqliteRecords(database));
  await putFlags(flags, "1", [{ key: "b", definition: "{}", updatedAt: 1 }]);
  const listed = async (project: string) =>
    (await flags.list(project)).map(({ key, number, version }) => [key, number, version]);
  assert.deepEqual(await listed("1"), [
    ["a", 2, 1],
    ["b", 3, 1],
    ["c", 1, 1],
  ]);
  assert.deepEqual(await listed("2"), [["a", 1, 1]]);
});
