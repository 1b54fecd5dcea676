import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSqlite } from "../../store/sqlite/sqlite.ts";
import { openLazily } from "./lazy-store.ts";

test("opening is retried until it succeeds, and the store is kept", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-opened-"));
  t.after(() => rm(directory, { recursive: true }));
  let attempts = 0;
  const lazy = openLazily(async () => {
    attempts += 1;
    if (attempts < 3) throw new Error("of a newer version");
    return openSqlite(directory);
  });
  const unavailable = { name: "StoreUnavailable", message: "of a newer version" };
  await assert.rejects(lazy.get(), unavailable);
  await assert.rejects(lazy.get(), unavailable);
  const [store, same] = await Promise.all([lazy.get(), lazy.get()]);
  assert.equal(store, same);
  assert.equal(attempts, 3);
  await lazy.close();
  await assert.rejects(store.check(), { name: "StoreUnavailable" });
});

test("a store that was never opened can be closed", async () => {
  const store = openLazily(async () => {
    throw new Error("away");
  });
  await store.close();
  await assert.rejects(store.get());
  await store.close();
});
