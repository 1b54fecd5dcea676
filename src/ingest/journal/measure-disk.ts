import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { JOURNAL_FILE } from "./open-journal.ts";

export interface DiskUsage {
  readonly journalBytes: number;
  readonly freeBytes: number;
}

/** Throws the system's error. */
export async function measureDisk(directory: string): Promise<DiskUsage> {
  const [journalBytes, { bavail, bsize }] = await Promise.all([
    sizeOfDatabase(join(directory, JOURNAL_FILE)),
    statfs(directory),
  ]);
  return { journalBytes, freeBytes: bavail * bsize };
}

/** Sums the sizes of a database file and its write-ahead log. Throws the system's error. */
async function sizeOfDatabase(path: string): Promise<number> {
  const { size } = await stat(path);
  const log = await stat(`${path}-wal`).catch(() => null); // absent after the last connection has closed
  return size + (log?.size ?? 0);
}
