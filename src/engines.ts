import type { Config } from "./config.ts";
import { openFolder } from "./storage/filesystem/folder.ts";
import type { Documents, FileStore } from "./storage/ports/engines.ts";
import { openSqlite } from "./storage/sqlite/sqlite.ts";

/** The engine that keeps documents. Throws with one clear line where it cannot be opened. */
export function openDocuments(config: Config): Promise<Documents> {
  return openSqlite(config.DATA_DIR);
}

/** The engine that keeps recording files. Throws with one clear line where it cannot be opened. */
export function openFiles(config: Config): Promise<FileStore> {
  return openFolder(config.DATA_DIR);
}
