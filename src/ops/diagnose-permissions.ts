import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import { quoteWord } from "../lib/quote-word.ts";
import type { Finding } from "../store/ports/diagnosis.ts";
import { isOpenToOthers } from "../store/private-files.ts";

const MAX_CHECKED_PATHS = 20_000;

/** Checks that `DATA_DIR` has one owner throughout, and is closed to all other users. */
export async function diagnosePermissions(dataDir: string): Promise<Finding[]> {
  const subject = "permissions";
  if (process.platform === "win32") return [];
  try {
    const { uid, gid } = await lstat(join(dataDir, ".")); // the dot follows a symbolic link
    const open: string[] = [];
    const foreign: string[] = [];
    for await (const path of walk(dataDir)) {
      const stats = await lstat(path === dataDir ? join(path, ".") : path).catch(() => null);
      if (stats === null || stats.isSymbolicLink()) continue; // null: removed in the meantime
      if (isOpenToOthers(stats.mode)) open.push(`${path} (${(stats.mode & 0o777).toString(8)})`);
      if (stats.uid !== uid) foreign.push(`${path} (user ${stats.uid})`);
    }
    const texts = [
      ...describe(open, "open to other users", `chmod -R go-rwx ${quoteWord(dataDir)}`),
      ...describe(foreign, "not owned by the directory's owner", `chown -R ${uid}:${gid} ${quoteWord(dataDir)}`),
    ];
    if (texts.length > 0) return texts.map((text) => ({ subject, state: "warning", text }));
    return [{ subject, state: "ok", text: `only the owner of ${dataDir} can use what is in it` }];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [{ subject, state: "ok", text: `${dataDir} will be open to its owner only` }];
    return [{ subject, state: "warning", text: `${message}: run this as the user of the service` }];
  }
}

async function* walk(directory: string): AsyncGenerator<string> {
  yield directory;
  let count = 1;
  for await (const entry of await opendir(directory, { recursive: true })) {
    yield join(entry.parentPath, entry.name);
    if (++count === MAX_CHECKED_PATHS) return;
  }
}

function describe([first, ...others]: readonly string[], what: string, command: string): string[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? "is" : `and ${others.length} more are`;
  return [`${first} ${more} ${what}: ${command}`];
}
