import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { StoreFault } from "../../store/ports/common.ts";
import {
  applyMigrations,
  type Migration,
  NewerVersionError,
  rejectNewerVersion,
} from "../../store/sqlite/apply-migrations.ts";
import { DURABLE_PRAGMAS, SqliteConnection } from "../../store/sqlite/sqlite-connection.ts";
import { describeOpenFailure } from "../../store/sqlite/sqlite-errors.ts";

export const JOURNAL_FILE = "journal.db";

export const BUSY_TIMEOUT_PRAGMA = "PRAGMA busy_timeout = 5000;";

const IDENTITIES_MIGRATION: Migration = [
  "CREATE TABLE IF NOT EXISTS identity (id TEXT NOT NULL)",
  "ALTER TABLE identity ADD COLUMN first_group INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE identity ADD COLUMN file TEXT",
];

/** Migrations in the order of application. A released one is never changed. */
export const JOURNAL_MIGRATIONS: readonly Migration[] = [
  [
    `CREATE TABLE groups (
      id INTEGER PRIMARY KEY AUTOINCREMENT, entries INTEGER NOT NULL, received_at INTEGER NOT NULL,
      header TEXT NOT NULL, bodies BLOB NOT NULL
    )`,
    `CREATE TABLE dead_letters (
      id INTEGER PRIMARY KEY AUTOINCREMENT, project_id TEXT NOT NULL, uuid TEXT NOT NULL, reason TEXT NOT NULL,
      at INTEGER NOT NULL, event TEXT NOT NULL, UNIQUE (project_id, uuid)
    )`,
    "CREATE INDEX dead_letters_by_size ON dead_letters (id, octet_length(event))",
  ],
  [
    "ALTER TABLE dead_letters ADD COLUMN session_id TEXT",
    // Exact but for ids that no client sends: large numbers, booleans, texts with NUL.
    `UPDATE dead_letters SET session_id = event ->> '$.properties."$session_id"'
      WHERE iif(json_valid(event), event ->> 'event' = '$snapshot', false)`,
    "CREATE INDEX dead_letters_by_session ON dead_letters (project_id, session_id) WHERE session_id IS NOT NULL",
  ],
  ["CREATE INDEX dead_letters_by_project ON dead_letters (project_id, id, octet_length(event))"],
  [...IDENTITIES_MIGRATION, "CREATE TABLE store (id TEXT NOT NULL, name TEXT NOT NULL)"],
  // Changes nothing, but keeps earlier versions from reading rows that continue the one before.
  [],
];

/** Opens the database in the directory; creates both if absent. Throws, with one line, if it cannot be used. */
export function openJournal(directory: string, readonly: boolean) {
  const path = join(directory, JOURNAL_FILE);
  let connection: SqliteConnection | undefined;
  try {
    mkdirSync(directory, { recursive: true });
    connection = new SqliteConnection(path, { pragmas: BUSY_TIMEOUT_PRAGMA, escapesText: false });
    if (!readonly) configureAndMigrate(connection, `The journal ${path}`);
    const identities = new JournalIdentities(connection, path);
    if (!readonly) connection.transaction(() => identities.ensure());
    return { connection, identities };
  } catch (error) {
    connection?.close();
    if (error instanceof NewerVersionError || error instanceof StoreFault) throw error;
    throw new Error(`The journal ${path} cannot be opened${describeOpenFailure(path, error)}.`, { cause: error });
  }
}

function configureAndMigrate(connection: SqliteConnection, name: string): void {
  rejectNewerVersion(connection, JOURNAL_MIGRATIONS, name);
  connection.exec(`PRAGMA journal_mode = WAL; ${DURABLE_PRAGMAS}`);
  connection.transaction(() => {
    applyMigrations(connection, JOURNAL_MIGRATIONS);
  });
}

interface IdentityRow {
  readonly id: string;
  /** The first group that has the id; those of versions before 4 begin with 0. */
  readonly first_group?: number;
  /** The file that got the id: a copy is another file. Unknown for those of versions before 4. */
  readonly file?: string | null;
}

const LAST_GROUP = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'groups'), 0)";
const INSERT = `INSERT INTO identity (id, first_group, file) VALUES (lower(hex(randomblob(16))), ${LAST_GROUP} + 1, ?)`;
/** Deletes the ids that no group has any more, nor will have. */
const DELETE_UNUSED = `DELETE FROM identity WHERE EXISTS (SELECT * FROM identity AS later
  WHERE later.rowid > identity.rowid
  AND later.first_group <= max(identity.first_group, coalesce((SELECT min(id) FROM groups), ${LAST_GROUP} + 1)))`;

/**
 * The ids of a journal. The store knows its progress by an id and a group, so no two files may give out the same: a
 * copy, or a file older than what the store has of it, gets a new id for new groups. Earlier groups keep theirs.
 */
export class JournalIdentities {
  readonly #connection: SqliteConnection;
  readonly #file: string;
  #rows: readonly IdentityRow[];

  constructor(connection: SqliteConnection, path: string) {
    this.#connection = connection;
    this.#file = describeFile(path);
    this.#rows = this.#read();
  }

  /** Whether the latest id is that of another file. */
  get isCopy(): boolean {
    const file = this.#rows.at(-1)?.file;
    return typeof file === "string" && file !== this.#file;
  }

  get latest(): string {
    return this.#rows.at(-1)?.id ?? "";
  }

  of(group: number): string {
    return this.#rows.findLast(({ first_group: first = 0 }) => first <= group)?.id ?? this.latest;
  }

  /** Sets a new id for new groups, which no other journal ever has. */
  renew(): void {
    this.#connection.run(INSERT, this.#file);
    this.#connection.run(DELETE_UNUSED);
    this.#rows = this.#read();
  }

  /** Sets the id of a new journal, and records which file has an id of a version before 4. */
  ensure(): void {
    if (this.#rows.length === 0) this.renew();
    const claimed = this.#connection.run("UPDATE identity SET file = ? WHERE file IS NULL", this.#file);
    if (claimed > 0) this.#rows = this.#read();
  }

  #read(): IdentityRow[] {
    return this.#connection.all<IdentityRow>("SELECT * FROM identity ORDER BY rowid");
  }
}

/** Returns what a file keeps as long as it exists, and a copy of it does not have. */
function describeFile(path: string): string {
  const { ino, birthtimeMs } = statSync(path, { bigint: true });
  return `${ino}/${birthtimeMs}`;
}
