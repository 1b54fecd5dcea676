import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { startThread } from "../../lib/threads/start-thread.ts";
import type { CopyEvents, DocumentCopies, DocumentCopyReader } from "../ports/document-copies.ts";
import { countRows, findDamage, namedFiles } from "./inspect-database.ts";

export type CopyDatabaseData = { readonly from: string; readonly to: string };

const POLL_INTERVAL_MS = 100;
const MB = 1e6;

export const SQLITE_COPY_FILE = "sightline.db";

/** A copy of the store is a database like the store itself. */
export const SQLITE_COPY_READER: DocumentCopyReader = {
  files: async () => [SQLITE_COPY_FILE],
  counts: async (directory) => countRows(join(directory, SQLITE_COPY_FILE)),
  namedFiles: (directory) => namedFiles(join(directory, SQLITE_COPY_FILE)),
  findDamage: async (directory) => findDamage(join(directory, SQLITE_COPY_FILE)),
};

/** Copies a database as it is at one moment; SQLite's backup API restarts at each write. Progress is in MB. */
export async function copyDatabase({ from, to }: CopyDatabaseData, { advance, onFixed }: CopyEvents): Promise<void> {
  const thread = startThread("store/sqlite/copy-database-thread", { from, to } satisfies CopyDatabaseData);
  let [isFixed, reported] = [false, 0];
  const report = () => {
    const size = statSync(to, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && !isFixed) onFixed();
    isFixed ||= size > 0;
    advance(Math.floor(size / MB) - reported);
    reported = Math.floor(size / MB);
  };
  const polling = setInterval(report, POLL_INTERVAL_MS);
  try {
    await once(thread, "exit"); // rejects at an error of the thread
    report();
  } finally {
    clearInterval(polling);
  }
}

export function sqliteCopies(dataDir: string): DocumentCopies {
  const database = join(dataDir, SQLITE_COPY_FILE);
  return {
    reader: SQLITE_COPY_READER,
    unit: "MB",
    size: async () => Math.ceil(statSync(database).size / MB),
    async copy(directory, events) {
      await copyDatabase({ from: database, to: join(directory, SQLITE_COPY_FILE) }, events);
      return true;
    },
    namedFiles: () => namedFiles(database),
    isEmpty: async () => !existsSync(database),
    copiedSize: async (directory) => Math.ceil(statSync(join(directory, SQLITE_COPY_FILE)).size / MB),
    async restore(directory, advance) {
      const content = createReadStream(join(directory, SQLITE_COPY_FILE), { highWaterMark: MB });
      content.on("data", () => advance(1));
      await pipeline(content, createWriteStream(database, { flags: "wx", flush: true }));
    },
  };
}
