import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_NAME } from "./npm-package.ts";

/** Fills a temporary folder and then replaces `folder` with it, so that a failure leaves `folder` unchanged. */
export async function replaceFolder(folder: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  await assertReplaceable(folder);
  const temporary = await mkdtemp(join(tmpdir(), "published-"));
  try {
    await fill(temporary);
    await rm(folder, { recursive: true, force: true });
    await cp(temporary, folder, { recursive: true });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Throws unless the folder is absent, empty, or the result of an earlier publication. */
export async function assertReplaceable(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new Error(`${folder} cannot be written to: ${error.message}`);
  });
  if (names.length > 0 && !(await isPublication(folder))) {
    throw new Error(`${folder} contains other files. Use an empty folder or the folder of an earlier publication.`);
  }
}

async function isPublication(folder: string): Promise<boolean> {
  const manifest = await readFile(join(folder, "npm/package.json"), "utf8").catch(() => "{}");
  return (JSON.parse(manifest) as { name?: string }).name === PACKAGE_NAME;
}
