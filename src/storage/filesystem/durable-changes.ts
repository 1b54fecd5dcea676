import { mkdir, open, rename, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing, systemErrorCode } from "./filesystem-errors.ts";

const MAX_TRIES = 10;

/** Moves a file into place below the root, with the directories it needs, and makes that last through a loss of power. */
export async function moveDurably(root: string, path: string, from: string): Promise<void> {
  const target = join(root, path);
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(dirname(target), { recursive: true });
      await rename(from, target);
      break;
    } catch (error) {
      // Somebody removed the directory, empty until now, between the two steps.
      if (!isMissing(error) || tries === MAX_TRIES) throw error;
    }
  }
  for (const directory of directoriesAbove(path)) await syncDirectory(join(root, directory));
}

/** Makes removals from a directory last, and removes it and those above it while they are empty. */
export async function syncRemovals(root: string, path: string): Promise<void> {
  await syncDirectory(join(root, dirname(path)));
  for (const directory of directoriesAbove(path).slice(0, -1)) {
    try {
      await rmdir(join(root, directory));
    } catch (error) {
      if (!isMissing(error)) return; // it has files again, or never mind: an empty directory harms nobody
    }
  }
}

/** The directories from the one that holds the file up to the root, `.`. */
function directoriesAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === "." ? [parent] : [parent, ...directoriesAbove(parent)];
}

async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // Gone again, with what was in it; or a system that cannot sync directories.
    if (!isMissing(error) && systemErrorCode(error) !== "EPERM" && systemErrorCode(error) !== "EISDIR") throw error;
  }
}
