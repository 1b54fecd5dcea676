import assert from "node:assert/strict";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { makeDirectory } from "./directory.ts";

test("creates a directory and its parents, also concurrently and repeatedly", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "sightline-directory-"));
  t.after(() => rm(root, { recursive: true }));
  const path = join(root, "a", "b", "c");
  await Promise.all([makeDirectory(path), makeDirectory(path), makeDirectory(join(root, "a", "d"))]);
  await makeDirectory(path);
  assert.ok((await stat(path)).isDirectory());
});

test("fails at once if the directory cannot be created", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "sightline-directory-"));
  t.after(() => rm(root, { recursive: true }));
  const file = join(root, "file");
  await writeFile(file, "");
  await assert.rejects(makeDirectory(file), { code: "EEXIST" });
  await assert.rejects(makeDirectory(join(file, "below")), { code: "ENOTDIR" });
  if (process.platform === "linux") await assert.rejects(makeDirectory("/proc/none/below"), { code: "ENOENT" });
});
