import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { sizeOfDatabase } from "../../store/sqlite/file-size.ts";
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
