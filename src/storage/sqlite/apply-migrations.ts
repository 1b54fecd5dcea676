import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "./sql.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { isBusy } from "./sqlite-errors.ts";

/** The statements that bring a database from one version to the next. */
export type Migration = readonly string[];

const BUSY_RETRY_MS = 20;

/**
 * Brings the database to the version that the migrations lead to; several processes may do so at once.
 * Throws an ordinary error, and changes nothing, where the database is newer.
 */
export async function applyMigrations(
  database: SqliteDatabase,
  migrations: readonly Migration[],
  timeoutMs: number,
): Promise<void> {
  await database.read((sql) => rejectNewerVersion(database, sql, migrations));
  await useWriteAheadLog(database, timeoutMs);
  await database.write((sql) => {
    const from = rejectNewerVersion(database, sql, migrations);
    for (const statement of migrations.slice(from).flat()) sql.run(statement);
    if (from < migrations.length) sql.run(`PRAGMA user_version = ${migrations.length}`);
  });
}

function rejectNewerVersion(database: SqliteDatabase, sql: Sql, migrations: readonly Migration[]): number {
  const version = sql.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  if (version <= migrations.length) return version;
  throw new Error(
    `The database in ${dirname(database.file)} is of version ${version}, newer than this program's (${migrations.length}). Start the newer program, or use another directory.`,
  );
}

/** Two processes that change the mode at once get SQLITE_BUSY without a wait, so we wait ourselves. */
async function useWriteAheadLog(database: SqliteDatabase, timeoutMs: number): Promise<void> {
  for (const end = Date.now() + timeoutMs; ; await pause(BUSY_RETRY_MS)) {
    try {
      return database.exec("PRAGMA journal_mode = WAL");
    } catch (error) {
      if (!isBusy(error) || Date.now() >= end) throw error;
    }
  }
}
