import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PROGRAM } from "../lib/program-name.ts";
import type { Config } from "../settings/config.ts";
import { isDirectoryLocked } from "../store/directory-lock.ts";

interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly err: (text: string) => void;
}

/**
 * Says which directory is looked at if none is set and no service runs there: whoever started it with another one would
 * read, or change, what an earlier start left.
 */
export function sayDirectory(dataDir: string, { environment, err }: Shell): void {
  if (environment.DATA_DIR || isDirectoryLocked(dataDir)) return;
  err(`No service runs on ${resolve(dataDir)}: DATA_DIR is not set. Is that right?\n`);
}

/** Throws if the embedded store is absent and may not be created, or if the data directory's node stores elsewhere. */
export async function requireStore(
  { MONGODB_URL, DATA_DIR }: Config,
  { creates = false, context }: { readonly creates?: boolean; readonly context?: Shell } = {},
): Promise<void> {
  if (MONGODB_URL !== "") return;
  const journal = join(DATA_DIR, "journal.db");
  if (existsSync(journal) && !existsSync(join(DATA_DIR, "sightline.db"))) {
    const { JournalDatabase } = await import("../ingest/journal/journal-database.ts");
    const database = new JournalDatabase(DATA_DIR, { readonly: true });
    const store = database.store();
    database.close();
    if (store !== null && store.name !== "SQLite") {
      const advice = `Give the command the settings of the service: \`${PROGRAM} --env-file FILE …\`.`;
      throw new Error(`The node in ${DATA_DIR} stores in ${store.name}, and MONGODB_URL is not set here. ${advice}`);
    }
  }
  if (creates) return;
  await requireFile(DATA_DIR, "sightline.db");
  if (context) sayDirectory(DATA_DIR, context);
}

/** Throws an error with the path, and `source`, which named it, unless the file is usable. Creates nothing. */
export async function requireFile(dataDir: string, name: string, source = "DATA_DIR"): Promise<void> {
  const directory = resolve(dataDir);
  const path = join(directory, name);
  try {
    await access(path, constants.R_OK | constants.W_OK);
    await access(directory, constants.W_OK); // SQLite keeps files beside a database
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") {
      const creation =
        source === "DATA_DIR" ? ` The first start of the service creates it, or \`${PROGRAM} setup\`.` : "";
      throw new Error(`There is no ${path}. Is ${source} right?${creation}`);
    }
    const reason = code === "EROFS" ? "the file system is read-only" : "this user may not read and write it";
    throw new Error(`${path} (${source}) cannot be used: ${reason}.`);
  }
}
