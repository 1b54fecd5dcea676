import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSqlite } from "../../storage/sqlite/sqlite.ts";
import { openLazily } from "./lazy-store.ts";

test("a store that cannot be opened yet is tried again, and then kept", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-opened-"));
  t.after(() => rm(directory, { recursive: true }));
  let tries = 0;
  const store = openLazily(async () => {
    tries += 1;
    if (tries < 3) throw new Error("of a newer version");
    return openSqlite(directory);
  });
  const away = { name: "StoreUnavailable", message: "of a newer version" };
  await assert.rejects(store.get(), away);
  await assert.rejects(store.get(), away);
  const [documents, again] = await Promise.all([store.get(), store.get()]);
  assert.equal(documents, again);
  assert.equal(tries, 3);
  await store.close();
  await assert.rejects(documents.check(), { name: "StoreUnavailable" });
});

test("one that was never opened is closed without a word", async () => {
  const store = openLazily(async () => {
    throw new Error("away");
  });
  await store.close();
  await assert.rejects(store.get());
  await store.close();
});
