import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { sizeOfDatabase } from "../../store/sqlite/file-size.ts";
import { JOURNAL_FILE } from "./open-journal.ts";

export interface DiskUsage {
  /** Size of the journal's files. */
  readonly journalBytes: number;
  /** What is free on their disk. */
  readonly freeBytes: number;
}

/** Measures the disk of the journal in this directory, in bytes. Throws the system's error. */
export async function measureDisk(directory: string): Promise<DiskUsage> {
  const [journalBytes, { bavail, bsize }] = await Promise.all([
    sizeOfDatabase(join(directory, JOURNAL_FILE)),
    statfs(directory),
  ]);
  return { journalBytes, freeBytes: bavail * bsize };
}
