import { existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { syncPath } from "../directory.ts";
import { SqliteConnection } from "./sqlite-connection.ts";

const MIN_FREE_BYTES = 256 * 1024 * 1024;
const BUSY_TIMEOUT_MS = 1000;

/**
 * Replaces a database of which at least half is free by a copy without the free pages. Returns the bytes given back; 0
 * also if other processes use it, or the disk has no room for the copy. Call it before the service opens the database.
 */
export async function giveBackSpace(directory: string, minFreeBytes = MIN_FREE_BYTES): Promise<number> {
  const file = join(directory, "sightline.db");
  const copy = `${file}.copy`;
  await rm(copy, { force: true }); // of a killed start
  if (!existsSync(file)) return 0;
  if (!(await isMostlyFree(file, minFreeBytes))) return 0;
  const before = await copyUsed(file, copy);
  if (!before) return 0;
  const { size, mtimeMs } = await stat(file);
  const isChanged = existsSync(`${file}-wal`) || size !== before.size || mtimeMs !== before.mtimeMs;
  if (isChanged) {
    await rm(copy);
    return 0;
  }
  await syncPath(copy);
  await rename(copy, file);
  await syncPath(directory);
  return before.size - (await stat(file)).size;
}

/**
 * Reads the header of the last checkpoint (https://sqlite.org/fileformat.html, section 1.3). An ordinary start opens no
 * connection here: when that is closed, it would take the log away, also from those whose locks are lost.
 */
async function isMostlyFree(file: string, minFreeBytes: number): Promise<boolean> {
  await using handle = await open(file, "r");
  const header = Buffer.alloc(100);
  await handle.read(header, 0, header.length, 0);
  const free = header.readUInt32BE(36) * header.readUInt16BE(16);
  const used = header.readUInt32BE(28) * header.readUInt16BE(16) - free;
  return free >= minFreeBytes && free >= used;
}

/** Returns how the file was before it was copied; null if it was not. */
async function copyUsed(file: string, copy: string) {
  const pragmas = `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};`;
  const connection = new SqliteConnection(file, { openTimeoutMs: BUSY_TIMEOUT_MS, pragmas });
  try {
    // Fails if others use the database. A connection that is closed late would remove the log of the copy, too.
    const [mode] = connection.all<{ journal_mode: string }>("PRAGMA journal_mode = DELETE");
    if (mode?.journal_mode !== "delete") return null;
    const before = await stat(file);
    connection.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`);
    return before;
  } catch {
    await rm(copy, { force: true }); // another process, or the disk: the next start tries again
    return null;
  } finally {
    connection.close();
  }
}
