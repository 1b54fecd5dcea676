import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CommandFailure } from "../cli-context.ts";
import { parquetLines } from "./import-command.ts";

/** No system has so many processes. */
const ENDED = 2 ** 30;

test("what killed imports left is removed, and nothing of those that run", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-parquet-"));
  t.after(() => rm(directory, { recursive: true }));
  const [left, running, own] = [ENDED, process.ppid, process.pid].map((id) => `import-${id}`) as [
    string,
    string,
    string,
  ];
  for (const name of [left, running]) await mkdir(join(directory, name));
  const lines = parquetLines(directory);
  await assert.rejects(lines.convert(join(directory, "missing.parquet")), CommandFailure);
  assert.deepEqual((await readdir(directory)).toSorted(), [running, own].toSorted());
  await lines.close();
  assert.deepEqual(await readdir(directory), [running]);
});
