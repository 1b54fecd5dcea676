import assert from "node:assert/strict";
import { mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, beforeEach, describe, test } from "node:test";
import { collect } from "../../../test/conformance/samples.ts";
import { openFolder } from "./files.ts";

describe("folder", () => {
  let parent = "";
  let directory = "";
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), "sightline-folder-"));
  });
  beforeEach(async () => {
    directory = await mkdtemp(join(parent, "test-"));
  });
  after(() => rm(parent, { recursive: true }));

  const root = () => join(directory, "files");
  const temporary = () => join(root(), ".in-progress");
  const content = () => Readable.from([Buffer.from("content")]);

  test("writes no file outside of itself and leaves no temporary file", async () => {
    const { files, check } = await openFolder(directory);
    for (const key of ["../../escaped", "/absolute", "a/../../../escaped", "..", "."]) await files.put(key, content());
    const failing = new Readable({ read: () => failing.destroy(new Error("failed")) });
    await assert.rejects(files.put("key", failing), /failed/);
    await check();
    assert.deepEqual(await readdir(temporary()), []);
    assert.deepEqual(await readdir(directory), ["files"]);
    assert.ok(!(await readdir(parent)).includes("escaped"));
  });

  test("removes directories that become empty", async () => {
    const { files } = await openFolder(directory);
    const keys = ["a/b/c/1", "a/b/c/2", "a/d", "e/f"];
    for (const key of keys) await files.put(key, content());
    await files.delete(["a/b/c/1", "a/b/c/2", "e/f"]);
    assert.deepEqual((await readdir(root())).toSorted(), [".in-progress", "a"]);
    assert.deepEqual(await readdir(join(root(), "a")), ["d.file"]);
    await files.delete(["a/d"]);
    assert.deepEqual(await readdir(root()), [".in-progress"]);
  });

  test("removes stale temporary files when opened, but not recent ones", async () => {
    await openFolder(directory);
    await writeFile(join(temporary(), "old"), "");
    await writeFile(join(temporary(), "new"), "");
    const longAgo = Date.now() / 1000 - 3 * 24 * 3600;
    await utimes(join(temporary(), "old"), longAgo, longAgo);
    await openFolder(directory);
    assert.deepEqual(await readdir(temporary()), ["new"]);
  });

  test("ignores foreign files", async () => {
    const { files } = await openFolder(directory);
    await files.put("a/1", content());
    await writeFile(join(root(), "a", "README.md"), "");
    await writeFile(join(root(), "A.file"), "");
    assert.deepEqual(await collect(files.list("")), ["a/1"]);
    await files.delete(["a/1"]);
    assert.deepEqual(await readdir(join(root(), "a")), ["README.md"]);
  });

  test("is unavailable while its root directory is missing", async () => {
    const { files, check } = await openFolder(directory);
    await files.put("a/1", content());
    await rename(root(), join(directory, "elsewhere"));
    const unavailable = { name: "StoreUnavailable" };
    await assert.rejects(files.get("a/1"), unavailable);
    await assert.rejects(files.delete(["a/1"]), unavailable);
    await assert.rejects(collect(files.list("")), unavailable);
    await assert.rejects(files.put("a/2", content()), unavailable);
    await assert.rejects(check(), unavailable);
    assert.deepEqual(await readdir(directory), ["elsewhere"]);
    await rename(join(directory, "elsewhere"), root());
    assert.deepEqual(await collect(files.list("")), ["a/1"]);
    await check();
  });

  test("is unavailable if it cannot be created", async () => {
    await writeFile(root(), "a file");
    await assert.rejects(openFolder(directory), { name: "StoreUnavailable" });
  });
});
