import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { uuidToBlob } from "../stored-ids.ts";
import { MIGRATIONS } from "./migrations.ts";
import { sqlitePersons } from "./persons/persons.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

test("existing persons are found by email, and no property stops the migration", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-person-search-"));
  const database = new SqliteDatabase(join(directory, "test.db"), 1000);
  t.after(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });
  await database.migrate(MIGRATIONS.slice(0, 9));
  const texts = [
    '{"a":1,"email":"Ada.L\u00d6@Example.com"}',
    '{"email":7}',
    '{"email":null}',
    '{"email":""}',
    '{"email":{"email":"nested"}}',
    '{"of":{"email":"nested"}}',
    `{"email":"${"x".repeat(321)}"}`,
    `{"deep":${"[".repeat(2000)}${"]".repeat(2000)},"email":"deep@example.com"}`,
    '{"email":"\\ud800"}',
    "{}",
  ];
  const insert = `INSERT INTO persons (project_id, uuid, is_identified, created_at, properties) VALUES (1, ?, 0, 1, ?)`;
  await database.write((sql) => {
    for (const [index, text] of texts.entries()) {
      sql.run(insert, uuidToBlob(`00000000-0000-7000-8000-00000000000${index.toString(16)}`), text);
    }
  });
  await database.migrate(MIGRATIONS);
  const found = async (email: string) => {
    const { items } = await sqlitePersons(database).list("1", { limit: 10, offset: 0 }, { email });
    return items.map(({ uuid }) => uuid.at(-1));
  };
  assert.deepEqual(await found("ada.l\u00d6@example.COM"), ["0"]);
  for (const email of ["7", "null", "", "nested", "x".repeat(321)]) assert.deepEqual(await found(email), []);
});
