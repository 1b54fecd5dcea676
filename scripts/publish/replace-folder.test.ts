import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { PACKAGE_NAME } from "./npm-package.ts";
import { replaceFolder } from "./replace-folder.ts";

async function fillWith(temporary: string, name: string): Promise<void> {
  await mkdir(join(temporary, "npm"));
  await writeFile(join(temporary, "npm/package.json"), JSON.stringify({ name: PACKAGE_NAME }));
  await writeFile(join(temporary, name), "");
}

describe("replaceFolder", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "folder-test-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("fills a new or empty folder, and replaces all of it the next time", async () => {
    const empty = join(folder, "empty");
    await mkdir(empty);
    for (const out of [empty, join(folder, "not", "there")]) {
      await replaceFolder(out, (temporary) => fillWith(temporary, "first"));
      await replaceFolder(out, (temporary) => fillWith(temporary, "second"));
      assert.deepEqual((await readdir(out)).sort(), ["npm", "second"]);
    }
  });

  it("leaves the folder unchanged if filling it fails", async () => {
    const out = join(folder, "kept");
    await replaceFolder(out, (temporary) => fillWith(temporary, "first"));
    await assert.rejects(
      replaceFolder(out, () => Promise.reject(new Error("no"))),
      /^Error: no$/,
    );
    assert.deepEqual((await readdir(out)).sort(), ["first", "npm"]);
  });

  it("refuses a folder with other files, and a file", async () => {
    const otherFolder = join(folder, "letters");
    await mkdir(otherFolder);
    await writeFile(join(otherFolder, "letter.txt"), "Dear");
    await assert.rejects(
      replaceFolder(otherFolder, (temporary) => fillWith(temporary, "first")),
      /contains other files/,
    );
    assert.deepEqual(await readdir(otherFolder), ["letter.txt"]);
    await assert.rejects(
      replaceFolder(join(otherFolder, "letter.txt"), () => Promise.resolve()),
      /cannot be written to/,
    );
  });
});
