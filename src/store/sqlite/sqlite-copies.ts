import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { DocumentCopies, DocumentCopyReader } from "../ports/document-copies.ts";
import { copyDatabase } from "./copy-database.ts";
import { countRows, findDamage, namedFiles } from "./verify/inspect-database.ts";

export const SQLITE_COPY_FILE = "sightline.db";
const MB = 1e6;

/** A copy of the store is a database like the store itself. */
export const SQLITE_COPY_READER: DocumentCopyReader = {
  files: async () => [SQLITE_COPY_FILE],
  counts: async (directory) => countRows(join(directory, SQLITE_COPY_FILE)),
  namedFiles: (directory) => namedFiles(join(directory, SQLITE_COPY_FILE)),
  findDamage: async (directory) => findDamage(join(directory, SQLITE_COPY_FILE)),
};

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
