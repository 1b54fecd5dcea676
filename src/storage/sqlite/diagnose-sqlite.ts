import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../ports/diagnosis.ts";
import { probeStore } from "../probe.ts";
import { sqliteFlags } from "./flags.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

const BUSY_TIMEOUT_MS = 5000;

/** Checks the database `sightline.db` in the directory. */
export async function diagnoseSqlite(directory: string): Promise<Finding[]> {
  const file = join(directory, "sightline.db");
  const subject = "SQLite database";
  if (!existsSync(file)) return [{ subject, state: "ok", text: `${file} will be created by the first start` }];
  try {
    const database = new SqliteDatabase(file, BUSY_TIMEOUT_MS);
    try {
      const findings = await schemaFindings(database, file);
      if (findings.some(({ state }) => state !== "ok")) return findings; // an older schema has no place for a probe
      return [...findings, await probeStore({ flags: sqliteFlags(database) })];
    } finally {
      await database.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    const text = `${reason} Check the permissions of the file, or restore a backup.`;
    return [{ subject, state: "fault", text }];
  }
}

async function schemaFindings(database: SqliteDatabase, file: string): Promise<Finding[]> {
  const subject = "SQLite database";
  const { version, engine, names } = await database.read((sql) => ({
    version: sql.one<{ user_version: number }>("PRAGMA user_version").user_version,
    engine: sql.one<{ version: string }>("SELECT sqlite_version() AS version").version,
    names: new Set(sql.all<{ name: string }>("SELECT name FROM sqlite_schema").map(({ name }) => name)),
  }));
  if (version > MIGRATIONS.length) {
    const text = `version ${version} is newer than this program's (${MIGRATIONS.length}): use the newer program`;
    return [{ subject, state: "fault", text }];
  }
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  const fileFinding: Finding = { subject, state: "ok", text: `${file}, ${megabytes} MB, SQLite ${engine}` };
  if (version < MIGRATIONS.length) {
    const text = `version ${version}; the next start will migrate it to version ${MIGRATIONS.length}`;
    return [fileFinding, { subject: "tables and indexes", state: "warning", text }];
  }
  const missing = expectedNames().filter((name) => !names.has(name));
  if (missing.length === 0) return [fileFinding, { subject: "tables and indexes", state: "ok", text: "all present" }];
  const text = `missing: ${missing.join(", ")}; restore a backup of the database`;
  return [fileFinding, { subject: "tables and indexes", state: "fault", text }];
}

/** Returns the names of all tables and indexes that the migrations create and do not drop. */
function expectedNames(): string[] {
  const names = new Set<string>();
  for (const statement of MIGRATIONS.flat()) {
    const created = /^\s*CREATE (?:UNIQUE )?(?:TABLE|INDEX) (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1];
    const dropped = /^\s*DROP (?:TABLE|INDEX) (?:IF EXISTS )?(\w+)/.exec(statement)?.[1];
    if (created !== undefined) names.add(created);
    if (dropped !== undefined) names.delete(dropped);
  }
  return [...names];
}
