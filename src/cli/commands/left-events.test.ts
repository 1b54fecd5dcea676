import assert from "node:assert/strict";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { newEvent } from "../../store/conformance/samples.ts";
import { openFolder } from "../../store/filesystem/folder-store.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";
import { fileAndLeave } from "../../test-support/file-and-leave.ts";
import { openTestCli } from "../../test-support/test-cli.ts";

test("a backup has events that left, and what verifies it misses their files", async (t) => {
  const { run, environment, directory, setup } = await openTestCli(t);
  await setup();
  const { DATA_DIR = "" } = environment;
  const store = await openSqlite(DATA_DIR);
  const sent = Array.from({ length: 5 }, (_, timestamp) => newEvent("1", { timestamp, receivedAt: timestamp }));
  await store.events.insert(sent);
  const fileStore = await openFolder(DATA_DIR);
  assert.equal(await fileAndLeave(store, fileStore.files, DATA_DIR, 4), 4);
  await fileStore.close();
  await store.close();
  const exported = (await run(["events", "export"])).out;
  assert.equal(exported.split("\n").length, 6);
  assert.equal((await run(["events", "count"])).out, "5\n");
  const toFiles = await run(["events", "export", "--out", join(directory, "export")]);
  assert.match(toFiles.err, /have left the store for history files\. Export without --out/);

  const backup = join(directory, "backup");
  assert.deepEqual((await run(["backup", backup])).err, "");
  assert.deepEqual((await run(["verify", backup])).err, "");
  environment.DATA_DIR = join(directory, "restored");
  assert.deepEqual((await run(["restore", backup])).err, "");
  assert.equal((await run(["events", "export"])).out, exported);
  assert.deepEqual((await run(["verify", environment.DATA_DIR])).err, "");
  const restored = await openSqlite(environment.DATA_DIR);
  assert.equal(await restored.events.insert(sent), 0);
  await restored.close();

  const folder = join(environment.DATA_DIR, "files", "history");
  const paths = await readdir(folder, { recursive: true });
  const [file = ""] = paths.filter((path) => path.includes("parquet"));
  await rm(join(folder, file));
  assert.match((await run(["verify", environment.DATA_DIR])).out, /parquet.* is missing/);
  assert.match((await run(["events", "export"])).err, /cannot be read/);
});
