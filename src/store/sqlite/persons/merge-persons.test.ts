import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { attach } from "../../../../test/support/test-people.ts";
import { uuidBlobForQuery } from "../../stored-ids.ts";
import { openSqlite } from "../sqlite.ts";
import { SqliteDatabase } from "../sqlite-database.ts";
import { LargePersons } from "./large-persons.ts";
import { mergePersons } from "./merge-persons.ts";

const DISTINCT_IDS = 500;

test("merging a person with many distinct ids into one with few changes few rows", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-merge-"));
  const { persons, close } = await openSqlite(directory);
  const database = new SqliteDatabase(join(directory, "sightline.db"), 1000);
  context.after(async () => {
    await Promise.all([close(), database.close()]);
    await rm(directory, { recursive: true });
  });
  const found = await persons.ensure("1", [
    { distinctId: "few", at: 2 },
    { distinctId: "many", at: 1 },
  ]);
  const [few, many] = [found.get("few")?.uuid ?? "", found.get("many")?.uuid ?? ""];
  for (let number = 1; number < DISTINCT_IDS; number++) await attach(persons, "1", `many ${number}`, many);
  await persons.update("1", [
    { uuid: few, changes: [{ set: { both: "few" } }], identify: true },
    { uuid: many, changes: [{ set: { both: "many", own: 1 } }], identify: false },
  ]);

  const changes = await database.write((sql) => {
    const total = () => sql.one<{ total: number }>("SELECT total_changes() AS total").total;
    const before = total();
    assert.equal(mergePersons(sql, 1, uuidBlobForQuery(few), uuidBlobForQuery(many), new LargePersons()), true);
    return total() - before;
  });
  assert.ok(changes < 10, `${changes} changes`);
  const expected = {
    uuid: few,
    projectId: "1",
    isIdentified: true,
    createdAt: 1,
    properties: { both: "few", own: 1 },
  };
  const [one, other] = (await persons.find("1", ["few", "many 7"])).values();
  assert.deepEqual([one, other], [expected, expected]);
  assert.equal((await persons.distinctIds("1", few, DISTINCT_IDS * 2)).length, DISTINCT_IDS + 1);
  assert.deepEqual(await persons.distinctIds("1", many, 10), []);
});
