import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a directory and those above it; nothing where it is there. Throws what the system says. (Node's own recursive way never ends where
 * the one above is there and still nothing can be made in it, as in /proc.)
 */
export async function makeDirectory(path: string): Promise<void> {
  const error = await tryMakeDirectory(path);
  if (error === null) return;
  if (error.code !== "ENOENT" || dirname(path) === path) throw error;
  await makeDirectory(dirname(path));
  const again = await tryMakeDirectory(path);
  if (again !== null) throw again;
}

/** Null where the directory is there now, else why not. */
async function tryMakeDirectory(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path);
    return null;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    return failure.code === "EEXIST" && (await isDirectory(path)) ? null : failure;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
