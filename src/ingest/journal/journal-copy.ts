import { existsSync } from "node:fs";
import { join } from "node:path";
import { pollUntil } from "../../lib/threads/retry.ts";
import { isDirectoryLocked } from "../../store/directory-lock.ts";
import { copyDatabase } from "../../store/sqlite/copy-database.ts";
import { SqliteConnection } from "../../store/sqlite/sqlite-connection.ts";
import { JournalDatabase } from "./journal-database.ts";
import { BUSY_TIMEOUT_PRAGMA, JOURNAL_FILE } from "./open-journal.ts";

const POLL_INTERVAL_MS = 20;
/** What a drain needs for all that waits, unless the store is unavailable or far behind. */
const MAX_DRAIN_WAIT_MS = 10_000;

export interface JournalCounts {
  /** Requests that wait for the store. */
  readonly requests: number;
  readonly deadLetters: number;
}

export function hasJournal(directory: string): boolean {
  return existsSync(join(directory, JOURNAL_FILE));
}

/**
 * Copies the journal in a directory, which a service may be using, to the directory `target`, so that it fits a copy of
 * the store which is made afterwards. Draining it again must give the store nothing older than what it has: so it has
 * either nothing that waits, or everything since its first group.
 */
export async function copyJournal(directory: string, target: string) {
  const events = { advance: () => {}, onFixed: () => {} };
  await copyDatabase({ from: join(directory, JOURNAL_FILE), to: join(target, JOURNAL_FILE) }, events);
  const withCopy = <T>(work: (copy: SqliteConnection) => T): T => {
    const path = join(target, JOURNAL_FILE);
    using copy = new SqliteConnection(path, { pragmas: BUSY_TIMEOUT_PRAGMA, escapesText: false });
    return work(copy);
  };
  const withBoth = <T>(work: (copy: SqliteConnection) => T): T =>
    withCopy((copy) => {
      copy.run("ATTACH ? AS live", join(directory, JOURNAL_FILE));
      return copy.transaction(() => work(copy));
    });
  const select = `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'groups'), 0) AS lastGroup,
    coalesce((SELECT max(id) FROM dead_letters), 0) AS lastDeadLetter`;
  const { lastGroup, lastDeadLetter } = withCopy((copy) =>
    copy.one<{ lastGroup: number; lastDeadLetter: number }>(select),
  );
  return {
    /** Resolves with true once the store has everything that the copy has; with false if that takes too long. */
    async waitUntilStored(): Promise<boolean> {
      using journal = new JournalDatabase(directory, { readonly: true });
      const timeoutMs = isDirectoryLocked(directory) ? MAX_DRAIN_WAIT_MS : 0;
      const isStored = () => (journal.firstGroupId() ?? Number.POSITIVE_INFINITY) > lastGroup;
      return await pollUntil(isStored, { intervalMs: POLL_INTERVAL_MS, timeoutMs });
    },
    dropGroups: () => withCopy((copy) => copy.exec("DELETE FROM groups; VACUUM")),
    /** Adds the dead letters that came since: an incomplete snapshot of the store may have become one. */
    addDeadLetters: () =>
      withBoth((copy) => {
        const columns = "project_id, uuid, reason, session_id, at, event";
        const insert = `INSERT OR IGNORE INTO dead_letters (${columns})
          SELECT ${columns} FROM live.dead_letters WHERE id > ? ORDER BY id`;
        copy.run(insert, lastDeadLetter);
      }),
    /** Adds the groups that came since. Returns false, and adds nothing, if some of them are gone already. */
    addGroups: () =>
      withBoth((copy) => {
        const { first } = copy.one<{ first: number | null }>("SELECT min(id) AS first FROM live.groups");
        const { last } = copy.one<{ last: number }>(
          "SELECT seq AS last FROM live.sqlite_sequence WHERE name = 'groups'",
        );
        const isGone = last > lastGroup && (first === null || first > lastGroup + 1);
        if (!isGone) copy.run("INSERT INTO groups SELECT * FROM live.groups WHERE id > ?", lastGroup);
        return !isGone;
      }),
  };
}

export function countJournal(directory: string): JournalCounts {
  using journal = new JournalDatabase(directory, { readonly: true });
  return { requests: journal.groupRanges(1)[0]?.entries ?? 0, deadLetters: journal.deadLetters.count() };
}

/** Stores a new id for the new groups of a restored journal, because the copied one may still be in use. */
export function renewRestoredJournal(directory: string): void {
  using journal = new JournalDatabase(directory);
  journal.renewIdentity();
}
