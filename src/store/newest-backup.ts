import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface KnownBackup {
  /** An absolute path. */
  readonly directory: string;
  /** An ISO time. */
  readonly begun: string;
}

const FILE = "newest-backup.json";

export function recordBackup(dataDir: string, backup: KnownBackup): Promise<void> {
  return writeFile(join(dataDir, FILE), `${JSON.stringify(backup)}\n`);
}

export function newestBackup(dataDir: string): KnownBackup | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), "utf8")) as KnownBackup;
  } catch {
    return null;
  }
}
