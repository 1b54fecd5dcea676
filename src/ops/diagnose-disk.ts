import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { MIN_FREE_BYTES } from "../ingest/journal/journal-database.ts";
import type { Finding } from "../store/ports/diagnosis.ts";

/** Checks the free space on the disk of the directory, which need not exist. The journal may grow to `journalBytes`. */
export async function diagnoseDisk(directory: string, journalBytes: number): Promise<Finding> {
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
