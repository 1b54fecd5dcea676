import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { PROGRAM } from "../../lib/program-name.ts";
import type { Millis } from "../../store/ports/common.ts";
import { type Finding, faultOf, runProbe } from "../../store/probe.ts";
import { JournalDatabase } from "./journal-database.ts";

/** Requests wait longer only if the store is unavailable or too slow. */
const MAX_LAG_MS = 60_000;
/** The operator should act above this part of the journal's limit. */
const NEARLY_FULL_RATIO = 0.8;

/** Checks the journal in the directory, which a service may be using. */
export async function diagnoseJournal(directory: string, maxBytes: number, now: Millis): Promise<Finding[]> {
  const subject = "journal";
  if (!existsSync(join(directory, "journal.db"))) {
    return [{ subject, state: "ok", text: `${join(directory, "journal.db")} will be created by the first start` }];
  }
  const writable = runProbe("write to the journal's disk", () => writeAndSync(directory));
  try {
    using journal = new JournalDatabase(directory, { readonly: true });
    return [
      diagnoseDepth(journal, maxBytes, now),
      ...diagnoseCopy(journal),
      ...diagnoseDeadLetters(journal),
      await writable,
    ];
  } catch (error) {
    return [faultOf(subject, error), await writable];
  }
}

async function writeAndSync(directory: string): Promise<void> {
  const path = join(directory, `.probe-${randomUUID()}`);
  try {
    const file = await open(path, "wx");
    await file
      .writeFile("probe")
      .then(() => file.sync())
      .finally(() => file.close());
  } finally {
    await rm(path, { force: true });
  }
}

function diagnoseDepth(journal: JournalDatabase, maxBytes: number, now: Millis): Finding {
  const [{ entries, bytes, receivedAt } = { entries: 0, bytes: 0, receivedAt: now }] = journal.groupRanges(1);
  const lagMs = now - receivedAt;
  const waiting = `${entries} requests wait for the store (${(bytes / 1e6).toFixed(1)} MB)`;
  const subject = "journal";
  if (bytes > maxBytes * NEARLY_FULL_RATIO) {
    const limit = `${(maxBytes / 1e6).toFixed(1)} MB`;
    const text = `${waiting}, of at most ${limit}: bring the store back, or raise JOURNAL_MAX_BYTES`;
    return { subject, state: "fault", text };
  }
  if (lagMs < MAX_LAG_MS) return { subject, state: "ok", text: waiting };
  const text = `${waiting}, the first since ${Math.round(lagMs / 1000)} s: is a service running, and the store there?`;
  return { subject, state: "warning", text };
}

function diagnoseCopy(journal: JournalDatabase): Finding[] {
  if (!journal.isCopy()) return [];
  const text = "it is a copy of another directory's: the next start gives it an id of its own, nothing is lost";
  return [{ subject: "journal", state: "warning", text }];
}

function diagnoseDeadLetters(journal: JournalDatabase): Finding[] {
  const count = journal.deadLetters.count();
  if (count === 0) return [];
  const text = `${count} events could not be stored and were set aside: see \`${PROGRAM} dead-letters list\``;
  return [{ subject: "dead letters", state: "warning", text }];
}
