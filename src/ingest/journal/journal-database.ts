import { statfsSync } from "node:fs";
import { freeBuffer } from "../../lib/threads/channel.ts";
import { purgeDeleted, truncateWal } from "../../store/sqlite/purge-deleted.ts";
import { scrubPages } from "../../store/sqlite/scrub-pages.ts";
import type { SqliteConnection } from "../../store/sqlite/sqlite-connection.ts";
import { type DeadLetterLimits, DeadLetters } from "./dead-letters.ts";
import { type JournalGroup, type PackedGroup, unpackGroup } from "./journal-entry.ts";
import { type GroupRange, largestProjects, MAX_RANGES, type ProjectBytes } from "./journal-ledger.ts";
import { BUSY_TIMEOUT_PRAGMA, type JournalIdentities, openJournal } from "./open-journal.ts";

/** What must be free on the disk of the directory: the store may be on it too, and needs room to catch up. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

export type KnownStore = { readonly id: string; readonly name: string };

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

/** One thread of one process appends and releases; others read and replay. Each write returns when it is on disk. */
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

  /** Appends rows, deletes released ones, returns the last id. Ids grow, consecutively in a call, and never repeat. */
  append(...groups: readonly PackedGroup[]): number {
    requireFreeSpace(this.#directory);
    const id = this.#write(() => {
      this.#deleteReleased();
      return Math.max(...groups.map((group) => this.#insert(group)));
    });
    this.#releasedUpTo = 0;
    return id;
  }

  /** Marks groups as stored: the next append or `sweep` deletes them. Storing them again after a crash does no harm. */
  release(upTo: number): void {
    this.#releasedUpTo = Math.max(this.#releasedUpTo, upTo);
  }

  sweep(): void {
    if (this.#releasedUpTo === 0) return;
    this.#connection.transaction(() => this.#deleteReleased());
    this.#releasedUpTo = 0;
  }

  /** Empties the write-ahead log, which has copies of deleted rows. Returns false if another connection reads. */
  truncateWal(): boolean {
    return this.#withoutBusyTimeout(() => truncateWal(this.#connection));
  }

  /** Removes copies of deleted rows, see `purgeDeleted`. Returns false if another one reads; throws if one writes. */
  wipe(): boolean {
    return this.#withoutBusyTimeout(() => purgeDeleted(this.#connection));
  }

  /** Wipes also a large file, in steps; others can use it between them. Returns false if another one reads. */
  scrub(): Promise<boolean> {
    return scrubPages({
      readOnce: async (work) => work(this.#connection),
      write: async (work) => this.#connection.transaction(() => work(this.#connection)),
      purgeDeleted: async () => this.wipe(),
    });
  }

  /** Returns the groups after a row, all of one journal's id: up to `maxBytes`, but at least one if there is one. */
  read(after: number, maxBytes: number): JournalGroup[] {
    const [first, ...others] = groupSizes(this.#connection, after);
    if (!first) return [];
    const journal = this.identity(first.id);
    let total = first.bytes;
    const end = others.findIndex(({ id, bytes }) => {
      total += bytes;
      return total > maxBytes || this.identity(id) !== journal;
    });
    const fitting = [first, ...(end === -1 ? others : others.slice(0, end))];
    // Read whole, not row by row: an iterator that is left early would keep its snapshot of the database.
    const rows = this.#connection.all<{ header: string; bodies: ArrayBuffer }>(
      "SELECT header, bodies FROM groups WHERE id > ? AND id <= ? ORDER BY id",
      after,
      fitting.at(-1)?.last ?? 0,
    );
    return fitting.map(({ id, last, bytes }) => {
      const own = rows.splice(0, last - id + 1);
      const bodies = joinParts(
        own.map((row) => row.bodies),
        bytes,
      );
      return { id, last, bytes, entries: unpackGroup({ header: own[0]?.header ?? "[]", bodies }) };
    });
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

  firstGroupId(): number | null {
    return this.#connection.one<{ id: number | null }>("SELECT min(id) AS id FROM groups").id;
  }

  close(): void {
    this.#connection.close();
  }

  [Symbol.dispose](): void {
    this.close();
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

interface GroupSize {
  readonly id: number;
  last: number;
  bytes: number;
}

/** Limits the rows of one read, however small they are; the largest body takes fewer. */
const MAX_READ_ROWS = 4000;

/** Leaves out the last group of a full read, whose end may be missing. */
function groupSizes(connection: SqliteConnection, after: number): GroupSize[] {
  const rows = connection.all<{ id: number; entries: number; bytes: number }>(
    `SELECT id, entries, length(bodies) AS bytes FROM groups WHERE id > ? ORDER BY id LIMIT ${MAX_READ_ROWS}`,
    after,
  );
  const groups: GroupSize[] = [];
  for (const { id, entries, bytes } of rows) {
    const group = groups.at(-1);
    if (group && entries === 0) {
      group.last = id;
      group.bytes += bytes;
    } else groups.push({ id, last: id, bytes });
  }
  if (rows.length === MAX_READ_ROWS && groups.length > 1) groups.pop();
  return groups;
}

function joinParts(parts: readonly ArrayBuffer[], bytes: number): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (only && parts.length === 1) return new Uint8Array(only);
  const all = new Uint8Array(bytes);
  let end = 0;
  for (const part of parts) {
    all.set(new Uint8Array(part), end);
    end += part.byteLength;
    freeBuffer(part);
  }
  return all;
}
