import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface KnownBackup {
  /** The absolute path of its directory. */
  readonly directory: string;
  /** When it was begun, as an ISO time. */
  readonly begun: string;
}

const FILE = "newest-backup.json";

/** Notes in the data directory which backup of it is the newest. */
export function recordBackup(dataDir: string, backup: KnownBackup): Promise<void> {
  return writeFile(join(dataDir, FILE), `${JSON.stringify(backup)}\n`);
}

/** Returns the newest backup of the data directory that was noted; null if there is none. */
export function newestBackup(dataDir: string): KnownBackup | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), "utf8")) as KnownBackup;
  } catch {
    return null;
  }
}
