import { cp, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import Libsql from "libsql";

const DATABASE_FILE = /\.db(-wal|-shm)?$/;

/**
 * Copies a directory whose databases may be open. `libsql` ends a connection when it is collected, not when it is
 * closed: until then content may be in the log alone, and the log may disappear at any moment.
 */
export async function copyDirectory(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (path) => !DATABASE_FILE.test(basename(path)) });
  for (const name of await readdir(from)) {
    if (!name.endsWith(".db")) continue;
    const database = new Libsql(join(from, name), { timeout: 60_000 });
    database.prepare("VACUUM INTO ?").run(join(to, name));
    database.close();
  }
}
