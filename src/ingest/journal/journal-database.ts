import { statfsSync } from "node:fs";
import { purgeDeleted, truncateWal } from "../../store/sqlite/purge-deleted.ts";
import { scrubPages } from "../../store/sqlite/scrub-pages.ts";
import type { SqliteConnection } from "../../store/sqlite/sqlite-connection.ts";
import { type DeadLetterLimits, DeadLetters } from "./dead-letters.ts";
import type { JournalGroup, PackedGroup } from "./journal-entry.ts";
import type { JournalIdentities } from "./journal-identities.ts";
import { type GroupRange, largestProjects, MAX_RANGES, type ProjectBytes } from "./journal-ledger.ts";
import { BUSY_TIMEOUT_PRAGMA, openJournal } from "./open-journal.ts";
import { readGroups } from "./read-groups.ts";

/** What must be free on the disk of the directory: the store may be on it too, and needs room to catch up. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Which store the journal belongs to. */
export interface KnownStore {
  readonly id: string;
  readonly name: string;
}

/** How long the last write may be ago before the check writes. */
const RECENT_WRITE_MS = 5000;
const SELECT_RANGE = `SELECT min(id) AS first, max(id) AS last, sum(entries) AS entries, sum(length(bodies)) AS bytes,
  min(received_at) AS receivedAt FROM groups WHERE id >= ? AND id < ?`;
const SELECT_PROJECTS = `SELECT entry.value ->> 0 AS projectId, sum(entry.value ->> 4) AS bytes
  FROM groups, json_each(header) AS entry WHERE groups.id >= ? AND groups.id <= ? GROUP BY 1`;

interface JournalOptions {
  /** Only reads: neither configures nor migrates the database. */
  readonly readonly?: boolean;
  readonly deadLetterLimits?: DeadLetterLimits;
}

/**
 * The journal of one node: a SQLite database with one or more rows per group. One thread of one process appends and
 * releases; others may read, and replay dead letters. Every method that writes returns when the disk has it.
 */
export class JournalDatabase {
  readonly deadLetters: DeadLetters;
  readonly #directory: string;
  readonly #connection: SqliteConnection;
  readonly #identities: JournalIdentities;
  #releasedUpTo = 0;
  /** When the last write of a group succeeded, on the process's own clock; 0 if it failed. */
  #writtenAt = 0;

  /** Opens `journal.db` in the directory; creates both if absent. Throws, with one line, if it cannot be used. */
  constructor(directory: string, { readonly = false, deadLetterLimits }: JournalOptions = {}) {
    this.#directory = directory;
    const { connection, identities } = openJournal(directory, readonly);
    this.#connection = connection;
    this.#identities = identities;
    this.deadLetters = new DeadLetters(this.#connection, (group) => this.#insert(group), deadLetterLimits);
  }

  /** Returns the id of a group's journal, or of new groups: see `JournalIdentities`. */
  identity(group?: number): string {
    return group === undefined ? this.#identities.latest : this.#identities.of(group);
  }

  /** Whether the file is a copy of a journal that may be in use elsewhere. */
  isCopy(): boolean {
    return this.#identities.isCopy;
  }

  /** Returns a new id for new groups. */
  renewIdentity(): string {
    this.#connection.transaction(() => this.#identities.renew());
    return this.#identities.latest;
  }

  /** Returns the id of the last group that was ever appended; 0 if none was. */
  lastGroup(): number {
    const select = "SELECT max(seq) AS last FROM sqlite_sequence WHERE name = 'groups'";
    return this.#connection.one<{ last: number | null }>(select).last ?? 0;
  }

  /** Returns the store that the journal belongs to; null if none is recorded. */
  store(): KnownStore | null {
    return this.#connection.get<KnownStore>("SELECT id, name FROM store") ?? null;
  }

  recordStore({ id, name }: KnownStore): void {
    this.#connection.transaction(() => {
      this.#connection.run("DELETE FROM store");
      this.#connection.run("INSERT INTO store (id, name) VALUES (?, ?)", id, name);
    });
  }

  /** Throws unless a group can be appended: the disk has room, and a write succeeds or did within 5 seconds. */
  check(): void {
    requireFreeSpace(this.#directory);
    if (this.#writtenAt > 0 && performance.now() - this.#writtenAt < RECENT_WRITE_MS) return;
    this.#write(() => {
      // An update that changes nothing would not be written.
      this.#connection.run("INSERT INTO store (id, name) VALUES ('', '')");
      this.#connection.run("DELETE FROM store WHERE id = ''");
    });
  }

  /**
   * Appends the rows of one or more groups and deletes what was released since. Returns the id of the last: ids grow,
   * those of rows that are appended together are consecutive, and none is used twice.
   */
  append(...groups: readonly PackedGroup[]): number {
    requireFreeSpace(this.#directory);
    const id = this.#write(() => {
      this.#deleteReleased();
      return Math.max(...groups.map((group) => this.#insert(group)));
    });
    this.#releasedUpTo = 0;
    return id;
  }

  /**
   * Marks the groups up to this id as stored. The next append or `sweep` deletes them; after a crash before that they
   * are stored again, which changes nothing.
   */
  release(upTo: number): void {
    this.#releasedUpTo = Math.max(this.#releasedUpTo, upTo);
  }

  /** Deletes the groups that were released. */
  sweep(): void {
    if (this.#releasedUpTo === 0) return;
    this.#connection.transaction(() => this.#deleteReleased());
    this.#releasedUpTo = 0;
  }

  /** Empties the write-ahead log, which has copies of deleted rows. Returns false if another connection reads. */
  truncateWal(): boolean {
    return this.#withoutBusyTimeout(() => truncateWal(this.#connection));
  }

  /**
   * Removes all copies of deleted rows, unless the file is large: see `purgeDeleted`. Returns false if another
   * connection reads; throws if one writes.
   */
  wipe(): boolean {
    return this.#withoutBusyTimeout(() => purgeDeleted(this.#connection));
  }

  /** Does so in steps also for a large file; others can use it between them. Returns false if another one reads. */
  scrub(): Promise<boolean> {
    return scrubPages({
      readOnce: async (work) => work(this.#connection),
      write: async (work) => this.#connection.transaction(() => work(this.#connection)),
      purgeDeleted: async () => this.wipe(),
    });
  }

  /**
   * Returns groups after the row with this id, in order: up to `maxBytes` in total, but at least one if there is one.
   * All of them have the same journal's id.
   */
  read(after: number, maxBytes: number): JournalGroup[] {
    return readGroups(this.#connection, after, { maxBytes, identityOf: (group) => this.identity(group) });
  }

  /** Returns the size of each row; if there are more than `maxRanges`, of ranges of several. */
  groupRanges(maxRanges: number = MAX_RANGES): GroupRange[] {
    const bounds = this.#connection.one<{ first: number | null; last: number }>(
      "SELECT min(id) AS first, max(id) AS last FROM groups",
    );
    if (bounds.first === null) return [];
    const step = Math.ceil((bounds.last - bounds.first + 1) / maxRanges);
    const ranges: GroupRange[] = [];
    for (let id = bounds.first; id <= bounds.last; id += step) {
      const range = this.#connection.one<GroupRange & { first: number | null }>(SELECT_RANGE, id, id + step);
      const { first, last, entries, bytes, receivedAt } = range;
      if (first !== null) ranges.push({ first, last, entries, bytes, receivedAt });
    }
    return ranges;
  }

  /** Returns the bytes of the projects with the most in a range of groups. */
  projectBytes({ first, last }: GroupRange): ProjectBytes {
    const rows = this.#connection.all<{ projectId: string; bytes: number }>(SELECT_PROJECTS, first, last);
    return largestProjects(new Map(rows.map(({ projectId, bytes }) => [projectId, bytes])));
  }

  /** Returns the id of the first group; null if there is none. */
  firstGroupId(): number | null {
    return this.#connection.one<{ id: number | null }>("SELECT min(id) AS id FROM groups").id;
  }

  close(): void {
    this.#connection.close();
  }

  /** Fails at once, instead of blocking the thread, if another connection writes. */
  #withoutBusyTimeout<T>(work: () => T): T {
    this.#connection.exec("PRAGMA busy_timeout = 0");
    try {
      return work();
    } finally {
      this.#connection.exec(BUSY_TIMEOUT_PRAGMA);
    }
  }

  #write<T>(work: () => T): T {
    this.#writtenAt = 0;
    const result = this.#connection.transaction(work);
    this.#writtenAt = performance.now();
    return result;
  }

  #insert({ entries, receivedAt, header, bodies }: PackedGroup): number {
    const insert = "INSERT INTO groups (entries, received_at, header, bodies) VALUES (?, ?, ?, ?)";
    return this.#connection.insert(insert, entries, receivedAt, header, bodies);
  }

  #deleteReleased(): void {
    if (this.#releasedUpTo > 0) this.#connection.run("DELETE FROM groups WHERE id <= ?", this.#releasedUpTo);
  }
}

/** Throws if the disk of the directory has less free. */
export function requireFreeSpace(directory: string, minBytes: number = MIN_FREE_BYTES): void {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  if (free >= minBytes) return;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  throw new Error(
    `The disk of ${directory} is nearly full: ` +
      `${megabytes(free)} MB are free, and ${megabytes(minBytes)} MB are kept free.`,
  );
}
