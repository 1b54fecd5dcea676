import { mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates a directory and its parents; throws system errors. Node's `recursive` may loop forever, as in /proc. */
export async function makeDirectory(path: string): Promise<void> {
  const error = await tryMakeDirectory(path);
  if (error === null) return;
  if (error.code !== "ENOENT" || dirname(path) === path) throw error;
  await makeDirectory(dirname(path));
  const secondError = await tryMakeDirectory(path);
  if (secondError !== null) throw secondError;
}

/** Returns null if the directory exists now, else the error. */
async function tryMakeDirectory(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path);
    return null;
  } catch (error) {
    const systemError = error as NodeJS.ErrnoException;
    return systemError.code === "EEXIST" && (await isDirectory(path)) ? null : systemError;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Syncs a file or a directory; throws system errors. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}
