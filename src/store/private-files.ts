import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Reserves what the service writes for its own user: directories 0700, files 0600. */
export const PRIVATE_UMASK = 0o077;
/** Names of what the service keeps directly in `DATA_DIR`. */
const OWN_NAME = /^(journal|sightline)\.db(-\w+)?$|^service\.lock(-\w+)?$|^drain-[\w-]+\.json$|^files$/;

export function isOpenToOthers(mode: number): boolean {
  return (mode & PRIVATE_UMASK) !== 0;
}

/**
 * Takes rights of others that older versions gave to `DATA_DIR` and its databases (SQLite gives the files beside a
 * database its mode). Leaves a directory with other things alone. Returns what it changed; throws system errors.
 */
export async function closeToOthers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (names === null) return [];
  const own = names.filter((name) => OWN_NAME.test(name));
  const paths = own.map((name) => join(dataDir, name));
  if (own.length === names.length) paths.unshift(dataDir);
  const changed = await Promise.all(paths.map(closePath));
  return paths.filter((_, index) => changed[index]);
}

/** Returns whether the mode was changed. A file that SQLite has just removed needs no change. */
async function closePath(path: string): Promise<boolean> {
  try {
    const { mode } = await stat(path);
    if (!isOpenToOthers(mode)) return false;
    await chmod(path, mode & 0o7777 & ~PRIVATE_UMASK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
