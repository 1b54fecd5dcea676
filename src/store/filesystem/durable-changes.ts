import { mkdir, open, rename, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing, systemErrorCode } from "./filesystem-errors.ts";

const MAX_ATTEMPTS = 10;

/** Moves a file to `path` below the root, and creates its directories. Synced, they survive a power failure. */
export async function moveInto(root: string, path: string, from: string, syncs: boolean): Promise<void> {
  const target = join(root, path);
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(target), { recursive: true });
      await rename(from, target);
      break;
    } catch (error) {
      // Another process removed the directory, which was still empty, between the two steps.
      if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
  if (!syncs) return;
  for (const directory of directoriesAbove(path)) await syncDirectory(join(root, directory));
}

/** Syncs the directory of a removed file if told so; then removes it and its parents as long as they are empty. */
export async function removeEmptyDirectories(root: string, path: string, syncs: boolean): Promise<void> {
  if (syncs) await syncDirectory(join(root, dirname(path)));
  for (const directory of directoriesAbove(path).slice(0, -1)) {
    try {
      await rmdir(join(root, directory));
    } catch (error) {
      if (!isMissing(error)) return; // it is not empty; any other error only leaves a harmless empty directory
    }
  }
}

function directoriesAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === "." ? [parent] : [parent, ...directoriesAbove(parent)];
}

async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // The directory was removed meanwhile, or the system cannot sync directories.
    if (!isMissing(error) && systemErrorCode(error) !== "EPERM" && systemErrorCode(error) !== "EISDIR") throw error;
  }
}
