import type { Sql } from "./sqlite-connection.ts";

/** Statements, and functions that run some, that change a database from one version to the next. */
export type Migration = readonly (string | ((sql: Sql) => void))[];

/** Brings a database, in a transaction that writes, to the newest version. */
export function applyMigrations(sql: Sql, migrations: readonly Migration[]): void {
  const version = schemaVersion(sql);
  for (const step of migrations.slice(version).flat()) {
    if (typeof step === "string") sql.run(step);
    else step(sql);
  }
  if (version < migrations.length) sql.run(`PRAGMA user_version = ${migrations.length}`);
}

/** Throws a `NewerVersionError`, whose message calls the database `name`, if a newer program created it. */
export function rejectNewerVersion(sql: Sql, migrations: readonly Migration[], name: string, advice = ""): void {
  const version = schemaVersion(sql);
  const known = migrations.length;
  if (version <= known) return;
  throw new NewerVersionError(
    `${name} is of version ${version}, newer than this program's (${known}). ${advice}`.trimEnd(),
  );
}

export class NewerVersionError extends Error {}

export function schemaVersion(sql: Sql): number {
  return sql.one<{ user_version: number }>("PRAGMA user_version").user_version;
}
