import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { unpackFixture } from "../../test/support/fixtures.ts";
import { readConfig } from "../settings/config.ts";
import { openStore } from "./choose-engines.ts";
import { isDirectoryLocked, lockDirectory } from "./directory-lock.ts";

test("a directory is locked until the service unlocks it, or its process ends", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-lock-"));
  context.after(() => rm(directory, { recursive: true }));
  const locked = { message: `Another service uses the directory ${directory}: each needs a DATA_DIR of its own.` };

  const unlock = lockDirectory(directory);
  assert.throws(() => lockDirectory(directory), locked);
  assert.equal(isDirectoryLocked(directory), true);
  unlock();
  assert.deepEqual(
    [isDirectoryLocked(directory), isDirectoryLocked(directory)],
    [false, false],
    "the check does not lock",
  );

  const module = new URL("./directory-lock.ts", import.meta.url);
  const code = `import { lockDirectory } from ${JSON.stringify(module)};
    lockDirectory(${JSON.stringify(directory)}); console.log("locked"); setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code]);
  context.after(() => other.kill("SIGKILL"));
  await once(other.stdout, "data");
  assert.throws(() => lockDirectory(directory), locked);
  other.kill("SIGKILL");
  await once(other, "exit");
  lockDirectory(directory)();
});

test("who has locked a directory, such as a restore, may migrate its older database", async (context) => {
  const { directory } = unpackFixture("0.2.0");
  context.after(() => rm(directory, { recursive: true }));
  const unlock = lockDirectory(directory);
  const store = await openStore(readConfig({ DATA_DIR: directory }));
  await store.close();
  unlock();
});
