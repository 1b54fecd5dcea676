import { dirname } from "node:path";
import type { Sql } from "./sql.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The statements that bring a database from one version to the next. */
export type Migration = readonly string[];

/**
 * Brings the database to the version that the migrations lead to; several processes may do so at once.
 * Throws an ordinary error, and changes nothing, where the database is newer.
 */
export async function applyMigrations(database: SqliteDatabase, migrations: readonly Migration[]): Promise<void> {
  await database.read((sql) => rejectNewerVersion(database, sql, migrations));
  // Retried: SQLite does not wait when two processes change the mode at once.
  await database.exec("PRAGMA journal_mode = WAL");
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
