import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { giveBackSpace } from "./give-back-space.ts";

const MIN_FREE_BYTES = 1_000_000;

/** Runs statements without results, after which the driver really closes a connection. */
function execute(file: string, statements: string): void {
  const database = new Libsql(file);
  database.exec(statements);
  database.close();
}

/** Returns a directory with a database of which most is free. */
async function freed(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-space-"));
  t.after(() => rm(directory, { recursive: true }));
  const file = join(directory, "sightline.db");
  execute(
    file,
    `PRAGMA journal_mode = WAL; PRAGMA user_version = 7; CREATE TABLE events (id INTEGER PRIMARY KEY, text TEXT);
    WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 500)
      INSERT INTO events SELECT id, hex(zeroblob(5000)) FROM ids;
    DELETE FROM events WHERE id <= 490`,
  );
  return { directory, file };
}

test("free space is given back, and all else stays", async (t) => {
  const { directory, file } = await freed(t);
  const { size } = await stat(file);
  await writeFile(`${file}.copy`, "of a killed start");
  const given = await giveBackSpace(directory, MIN_FREE_BYTES);
  assert.ok(given > 4_000_000, String(given));
  assert.equal((await stat(file)).size, size - given);
  assert.equal(existsSync(`${file}.copy`), false);
  const database = new Libsql(file);
  t.after(() => database.close());
  assert.deepEqual(database.prepare("SELECT count(*), min(id) FROM events").raw().get(), [10, 491]);
  assert.deepEqual(database.prepare("PRAGMA user_version").raw().get(), [7]);
  assert.equal(await giveBackSpace(directory, MIN_FREE_BYTES), 0, "nothing is free");
});

test("nothing changes while another connection reads, or if little is free", async (t) => {
  const { directory, file } = await freed(t);
  assert.equal(await giveBackSpace(directory), 0);
  const reader = new Libsql(file);
  t.after(() => reader.close());
  reader.exec("BEGIN; CREATE TEMP TABLE read AS SELECT * FROM events");
  assert.equal(await giveBackSpace(directory, MIN_FREE_BYTES), 0);
  assert.equal(existsSync(`${file}.copy`), false);
  assert.equal(await giveBackSpace(join(directory, "absent"), 0), 0);
});
