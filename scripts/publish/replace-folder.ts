import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_NAME } from "./npm-package.ts";

/** Fills a folder by way of a temporary one, so that it is replaced as a whole or left as it was. */
export async function replaceFolder(folder: string, fill: (beside: string) => Promise<void>): Promise<void> {
  await assertReplaceable(folder);
  const beside = await mkdtemp(join(tmpdir(), "published-"));
  try {
    await fill(beside);
    await rm(folder, { recursive: true, force: true });
    await cp(beside, folder, { recursive: true });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** Throws unless the folder is absent, empty, or of an earlier publication. */
export async function assertReplaceable(folder: string): Promise<void> {
  const names = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === "ENOENT") return [];
    throw new Error(`${folder} cannot be written to: ${fault.message}`);
  });
  if (names.length > 0 && !(await isPublication(folder))) {
    throw new Error(`${folder} has something else in it. Give an empty folder, or one that was published to before.`);
  }
}

async function isPublication(folder: string): Promise<boolean> {
  const manifest = await readFile(join(folder, "npm/package.json"), "utf8").catch(() => "{}");
  return (JSON.parse(manifest) as { name?: string }).name === PACKAGE_NAME;
}
