import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { PACKAGE_NAME } from "./npm-package.ts";
import { replaceFolder } from "./replace-folder.ts";

async function fillWith(beside: string, name: string): Promise<void> {
  await mkdir(join(beside, "npm"));
  await writeFile(join(beside, "npm/package.json"), JSON.stringify({ name: PACKAGE_NAME }));
  await writeFile(join(beside, name), "");
}

describe("the folder that is published to", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "folder-test-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("may be new or empty, and is replaced as a whole the next time", async () => {
    const empty = join(folder, "empty");
    await mkdir(empty);
    for (const out of [empty, join(folder, "not", "there")]) {
      await replaceFolder(out, (beside) => fillWith(beside, "first"));
      await replaceFolder(out, (beside) => fillWith(beside, "second"));
      assert.deepEqual((await readdir(out)).sort(), ["npm", "second"]);
    }
  });

  it("stays as it was when filling fails", async () => {
    const out = join(folder, "kept");
    await replaceFolder(out, (beside) => fillWith(beside, "first"));
    await assert.rejects(
      replaceFolder(out, () => Promise.reject(new Error("no"))),
      /^Error: no$/,
    );
    assert.deepEqual((await readdir(out)).sort(), ["first", "npm"]);
  });

  it("is nobody else's", async () => {
    const letters = join(folder, "letters");
    await mkdir(letters);
    await writeFile(join(letters, "letter.txt"), "Dear");
    await assert.rejects(
      replaceFolder(letters, (beside) => fillWith(beside, "first")),
      /has something else in it/,
    );
    assert.deepEqual(await readdir(letters), ["letter.txt"]);
    await assert.rejects(
      replaceFolder(join(letters, "letter.txt"), () => Promise.resolve()),
      /cannot be written to/,
    );
  });
});
