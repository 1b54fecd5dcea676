import { accessSync, constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { diagnoseJournal } from "../ingest/journal/diagnose-journal.ts";
import { MIN_FREE_BYTES } from "../ingest/journal/journal-database.ts";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import type { Config } from "../settings/config.ts";
import { fileEngine, legacyEngine, storeEngine } from "../store/choose-engines.ts";
import type { Finding } from "../store/ports/diagnosis.ts";
import { SQLITE_COPY_FILE } from "../store/sqlite/sqlite-copies.ts";
import { findDamage } from "../store/sqlite/verify/inspect-database.ts";
import { diagnosePermissions } from "./diagnose-permissions.ts";
import { diagnoseRecordingFiles } from "./diagnose-recording-files.ts";
import { diagnoseSettings } from "./diagnose-settings.ts";

function diagnoseIntegrity(directory: string): Finding[] {
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

/** The directory need not exist. The journal may grow to `journalBytes`. */
async function diagnoseDisk(directory: string, journalBytes: number): Promise<Finding> {
  const subject = "disk";
  let path = resolve(directory);
  while (!existsSync(path)) path = dirname(path);
  try {
    await access(`${path}/.`, constants.W_OK); // the dot makes this fail for a file
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    const text = `${(free / 1e9).toFixed(1)} GB are free for ${directory}`;
    if (free < MIN_FREE_BYTES) return { subject, state: "fault", text: `${text}: make room, events are refused` };
    if (free < journalBytes) {
      return { subject, state: "warning", text: `${text}, less than JOURNAL_MAX_BYTES: make room, or lower it` };
    }
    return { subject, state: "ok", text };
  } catch (error) {
    return {
      subject,
      state: "fault",
      text: `${directory} (DATA_DIR) cannot be used: ${error instanceof Error ? error.message : error}`,
    };
  }
}

/** Checks what the service needs, running or not. Changes nothing. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const { DATA_DIR, JOURNAL_MAX_BYTES } = config;
  const permissions = await diagnosePermissions(DATA_DIR); // before the others create files for a moment
  const findings = await Promise.all([
    diagnoseSettings(config),
    diagnoseDisk(DATA_DIR, JOURNAL_MAX_BYTES),
    permissions,
    diagnoseJournal(DATA_DIR, JOURNAL_MAX_BYTES, Date.now()),
    storeEngine(config).diagnose(),
    fileEngine(config).diagnose(),
    legacyEngine(config).diagnose(),
  ]);
  // Last: reading whole databases takes a while, and the others measure times.
  return [...findings.flat(), ...diagnoseIntegrity(DATA_DIR), ...(await diagnoseRecordingFiles(config))];
}
