import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import type { Finding } from "../store/ports/diagnosis.ts";
import { SQLITE_COPY_FILE } from "../store/sqlite/sqlite-copies.ts";
import { findDamage } from "../store/sqlite/verify/inspect-database.ts";

/** Reads the databases in the directory and checks their structure. */
export function diagnoseIntegrity(directory: string): Finding[] {
  const paths = [JOURNAL_FILE, SQLITE_COPY_FILE].map((file) => join(directory, file));
  const present = paths.filter((path) => existsSync(path));
  if (present.length === 0) return [];
  try {
    accessSync(directory, constants.W_OK); // SQLite keeps files beside a database
  } catch (error) {
    const text = `not checked: ${directory} (DATA_DIR) cannot be written (${(error as NodeJS.ErrnoException).code})`;
    return [{ subject: "integrity", state: "warning", text }];
  }
  return present.map(integrityFinding);
}

function integrityFinding(path: string): Finding {
  const subject = "integrity";
  const begin = performance.now();
  const damage = findDamage(path);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (damage === null) return { subject, state: "ok", text: `${path} is intact (read in ${seconds} s)` };
  return { subject, state: "fault", text: `${path} is damaged (${damage}): stop the service and restore a backup` };
}
