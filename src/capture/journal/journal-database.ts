import { mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { purgeDeleted, truncateWal } from "../../storage/sqlite/purge-deleted.ts";
import { DeadLetters } from "./dead-letters.ts";
import { type GroupRange, MAX_RANGES } from "./group-ranges.ts";
import { type JournalGroup, type PackedGroup, unpackGroup } from "./journal-entry.ts";

/** What must be free on the disk of the directory: the store may be on it too, and needs room to catch up. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

const BUSY_TIMEOUT = "PRAGMA busy_timeout = 5000";

/** What makes a journal of each version from one of the version before. */
const MIGRATIONS = [
  `CREATE TABLE groups (
    id INTEGER PRIMARY KEY AUTOINCREMENT, entries INTEGER NOT NULL, received_at INTEGER NOT NULL,
    header TEXT NOT NULL, bodies BLOB NOT NULL
  );
  CREATE TABLE dead_letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT, project_id TEXT NOT NULL, uuid TEXT NOT NULL, reason TEXT NOT NULL,
    at INTEGER NOT NULL, event TEXT NOT NULL, UNIQUE (project_id, uuid)
  );
  CREATE INDEX dead_letters_by_size ON dead_letters (id, octet_length(event));
  PRAGMA user_version = 1;`,
  // Letters that are there tell their session themselves, but for ids that no client makes: numbers too large, booleans, NUL.
  `ALTER TABLE dead_letters ADD COLUMN session_id TEXT;
  UPDATE dead_letters SET session_id = event ->> '$.properties."$session_id"'
    WHERE iif(json_valid(event), event ->> 'event' = '$snapshot', false);
  CREATE INDEX dead_letters_by_session ON dead_letters (project_id, session_id) WHERE session_id IS NOT NULL;
  PRAGMA user_version = 2;`,
];
const VERSION = MIGRATIONS.length;

/** Tells this journal from all others, those that had its place before too. */
const IDENTITY = `
  CREATE TABLE IF NOT EXISTS identity (id TEXT NOT NULL);
  INSERT INTO identity SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT * FROM identity);
`;

/**
 * The journal of one node: a SQLite database of its own, one row a group. One connection writes, in one thread of one process; any other may
 * read, and replay dead letters. Every method that writes returns when the disk has it.
 */
export class JournalDatabase {
  readonly deadLetters: DeadLetters;
  readonly #directory: string;
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  #releasedUpTo = 0;

  /** Opens or makes `journal.db` in the directory. Throws where it cannot, or where a newer program made it. */
  constructor(directory: string, { readonly = false, deadLetterBytes = Number.POSITIVE_INFINITY } = {}) {
    this.#directory = directory;
    const path = join(directory, "journal.db");
    this.#db = describeOpenErrors(path, () => {
      mkdirSync(directory, { recursive: true });
      return connect(path, readonly);
    });
    const connection = {
      statement: (sql: string) => this.#statement(sql),
      insertGroup: (group: PackedGroup) => this.#insert(group),
      transaction: <T>(work: () => T) => this.#transaction(work),
    };
    this.deadLetters = new DeadLetters(connection, deadLetterBytes);
  }

  /** The journal's own name, which no other ever has. */
  identity(): string {
    return (this.#statement("SELECT id FROM identity").get() as { id: string }).id;
  }

  /** Throws if the disk has no room for more. */
  check(): void {
    requireFreeSpace(this.#directory);
  }

  /** Appends a group and deletes what was released since. Returns its id: ids grow, and are never used twice. */
  append(group: PackedGroup): number {
    this.check();
    const id = this.#transaction(() => {
      this.#dropReleased();
      return this.#insert(group);
    });
    this.#releasedUpTo = 0;
    return id;
  }

  /** Marks the groups up to this id as stored. They go with the next append or `sweep`; until then a new start would store them again, to no effect. */
  release(upTo: number): void {
    this.#releasedUpTo = Math.max(this.#releasedUpTo, upTo);
  }

  /** Drops what was released. */
  sweep(): void {
    if (this.#releasedUpTo === 0) return;
    this.#transaction(() => this.#dropReleased());
    this.#releasedUpTo = 0;
  }

  /** Empties the log, which has what was dropped still; false where somebody reads the journal. */
  truncateWal(): boolean {
    return this.#withoutBusyTimeout(() => truncateWal(this.#db));
  }

  /** The same where something was erased, of which nothing may be left. Throws where another connection writes. */
  wipe(): boolean {
    return this.#withoutBusyTimeout(() => purgeDeleted(this.#db));
  }

  /** The first groups after this id, in order: at least one if there is one, then as many as have up to `bytes` together. */
  read(after: number, bytes: number): JournalGroup[] {
    const sizes = this.#statement(
      "SELECT id, length(bodies) AS bytes FROM groups WHERE id > ? ORDER BY id LIMIT 4000",
    ).all(after) as { id: number; bytes: number }[];
    let total = 0;
    const fitting = sizes.filter((size, place) => {
      total += size.bytes;
      return place === 0 || total <= bytes;
    });
    // Read whole, not row by row: an iterator that is left early would keep its snapshot of the database.
    const rows = this.#statement("SELECT id, header, bodies FROM groups WHERE id > ? AND id <= ? ORDER BY id").all(
      after,
      fitting.at(-1)?.id ?? 0,
    ) as { id: number; header: string; bodies: ArrayBuffer }[];
    return rows.map((row) => {
      const entries = unpackGroup({ header: row.header, bodies: new Uint8Array(row.bodies) });
      return { id: row.id, entries, bytes: row.bodies.byteLength };
    });
  }

  /** How much is there, of every group; where there are more of them than `most`, of several together. */
  groupRanges(most = MAX_RANGES): GroupRange[] {
    const bounds = this.#statement("SELECT min(id) AS first, max(id) AS last FROM groups").get() as {
      first: number | null;
      last: number;
    };
    if (bounds.first === null) return [];
    const step = Math.ceil((bounds.last - bounds.first + 1) / most);
    const run = this.#statement(`SELECT min(id) AS first, max(id) AS last, sum(entries) AS entries,
      sum(length(bodies)) AS bytes, min(received_at) AS receivedAt FROM groups WHERE id >= ? AND id < ?`);
    const runs: GroupRange[] = [];
    for (let id = bounds.first; id <= bounds.last; id += step) {
      const { first, last, entries, bytes, receivedAt } = run.get(id, id + step) as GroupRange & {
        first: number | null;
      };
      if (first !== null) runs.push({ first, last, entries, bytes, receivedAt });
    }
    return runs;
  }

  /** The id of the first group that is there; null where there is none. */
  firstGroupId(): number | null {
    return (this.#statement("SELECT min(id) AS id FROM groups").get() as { id: number | null }).id;
  }

  close(): void {
    this.#db.close();
  }

  /** Does what is not worth waiting for. */
  #withoutBusyTimeout<T>(work: () => T): T {
    this.#db.exec("PRAGMA busy_timeout = 0");
    try {
      return work();
    } finally {
      this.#db.exec(BUSY_TIMEOUT);
    }
  }

  #insert({ entries, receivedAt, header, bodies }: PackedGroup): number {
    const insert = this.#statement("INSERT INTO groups (entries, received_at, header, bodies) VALUES (?, ?, ?, ?)");
    return Number(insert.run(entries, receivedAt, header, bodies).lastInsertRowid);
  }

  #dropReleased(): void {
    if (this.#releasedUpTo > 0) this.#statement("DELETE FROM groups WHERE id <= ?").run(this.#releasedUpTo);
  }

  #statement(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }
}

function connect(path: string, readonly: boolean): Database.Database {
  const db = new Database(path, { readonly });
  try {
    db.exec(BUSY_TIMEOUT);
    if (!readonly) configureAndMigrate(db, path);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function configureAndMigrate(db: Database.Database, path: string): void {
  if (journalVersion(db) > VERSION) throw new NewerJournalError(path, journalVersion(db));
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY",
  );
  db.exec("BEGIN IMMEDIATE");
  for (const migration of [...MIGRATIONS.slice(journalVersion(db)), IDENTITY]) db.exec(migration);
  db.exec("COMMIT");
}

function journalVersion(db: Database.Database): number {
  return (db.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

class NewerJournalError extends Error {
  constructor(path: string, version: number) {
    super(`The journal ${path} is of version ${version}, newer than this program's (${VERSION}).`);
  }
}

/** What is wrong with the file or its directory, in one line. */
function describeOpenErrors<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof NewerJournalError) throw error;
    // Where the driver cannot open the file at all, it says no more than that, and in words of its own.
    const reason = error instanceof Error && "code" in error && error.code !== "" ? `: ${error.message}` : "";
    throw new Error(`The journal ${path} cannot be opened${reason}.`, { cause: error });
  }
}

/** Throws if the disk of the directory has less free. */
export function requireFreeSpace(directory: string, minBytes: number = MIN_FREE_BYTES): void {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  if (free >= minBytes) return;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  throw new Error(
    `The disk of ${directory} is nearly full: ${megabytes(free)} MB are free, and ${megabytes(minBytes)} MB are kept free.`,
  );
}
