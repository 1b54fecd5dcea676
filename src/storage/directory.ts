import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a directory and those above it; nothing where it is there. Throws what the system says. (Node's own recursive way never ends where
 * the one above is there and still nothing can be made in it, as in /proc.)
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await isDirectory(path))) return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path || (await isDirectory(above))) throw error;
    await makeDirectory(above);
    await makeDirectory(path);
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
