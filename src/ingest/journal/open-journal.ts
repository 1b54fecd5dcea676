import { mkdirSync } from "node:fs";
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
import { IDENTITIES_MIGRATION, JournalIdentities } from "./journal-identities.ts";

export const JOURNAL_FILE = "journal.db";

export const BUSY_TIMEOUT_PRAGMA = "PRAGMA busy_timeout = 5000;";

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

interface OpenJournal {
  readonly connection: SqliteConnection;
  readonly identities: JournalIdentities;
}

/** Opens the database in the directory; creates both if absent. Throws, with one line, if it cannot be used. */
export function openJournal(directory: string, readonly: boolean): OpenJournal {
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
