import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { PROGRAM } from "../lib/program-name.ts";
import type { Config } from "../settings/config.ts";
import { isDirectoryLocked } from "../store/directory-lock.ts";
import { requireFile } from "./require-file.ts";

interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly err: (text: string) => void;
}

interface StoreNeeds {
  readonly creates?: boolean;
  readonly context?: Shell;
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
  { creates = false, context }: StoreNeeds = {},
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
