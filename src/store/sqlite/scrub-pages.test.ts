import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { scrubPages } from "./scrub-pages.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

/** Makes the file larger than those that are rewritten as a whole. */
const FILLER_BYTES = 9 * 1024 * 1024;

test("no byte of a deleted row is left, and all others are", async (context) => {
  const directory = mkdtempSync(join(tmpdir(), "sightline-scrub-"));
  const database = new SqliteDatabase(join(directory, "test.db"), 1000);
  context.after(async () => {
    await database.close();
    rmSync(directory, { recursive: true });
  });
  await database.exec("PRAGMA journal_mode = WAL");
  await database.migrate([
    [
      "CREATE TABLE ids (id TEXT PRIMARY KEY, more TEXT) WITHOUT ROWID",
      "CREATE TABLE filler (data BLOB)",
      `INSERT INTO filler VALUES (zeroblob(${FILLER_BYTES}))`,
    ],
  ]);
  const texts = Array.from({ length: 8000 }, (_, index) => createHash("sha256").update(`${index}`).digest("hex"));
  const isErased = (index: number) => index % 40 === 0;
  await database.write((sql) => {
    for (const [index, text] of texts.entries())
      sql.run(
        "INSERT INTO ids VALUES (?, ?)",
        `${text}${isErased(index) ? "canary" : "kept"}`,
        "x".repeat(index % 300),
      );
  });
  await database.write((sql) => void sql.run("DELETE FROM ids WHERE id LIKE '%canary'"));
  assert.ok(await database.purgeDeleted());
  const left = () => readFileSync(database.file).toString("latin1").split("canary").length - 1;
  assert.ok(left() > 0, "deleting leaves copies, without which this proves nothing");
  assert.ok(await scrubPages(database, new AbortController().signal));
  assert.equal(left(), 0);
  const kept = await database.read((sql) => sql.all<{ id: string }>("SELECT id FROM ids ORDER BY id"));
  const expected = texts.filter((_, index) => !isErased(index)).map((text) => `${text}kept`);
  assert.deepEqual(
    kept.map(({ id }) => id),
    expected.toSorted(),
  );
  const check = await database.read((sql) =>
    sql.one<{ result: string }>("SELECT integrity_check AS result FROM pragma_integrity_check"),
  );
  assert.equal(check.result, "ok");
});
