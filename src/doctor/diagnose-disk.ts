import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { MIN_FREE_BYTES } from "../capture/journal/free-space.ts";
import type { Finding } from "../storage/ports/diagnosis.ts";

/** Looks at the room on the disk of the directory, or of where it will be made; the journal may need `journalBytes` of it. */
export async function diagnoseDisk(directory: string, journalBytes: number): Promise<Finding> {
  const subject = "disk";
  let place = resolve(directory);
  while (!existsSync(place)) place = dirname(place);
  try {
    await access(`${place}/.`, constants.W_OK); // with the dot, only a directory
    const { bavail, bsize } = await statfs(place);
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
      text: `${directory} cannot be used: ${error instanceof Error ? error.message : error}`,
    };
  }
}
