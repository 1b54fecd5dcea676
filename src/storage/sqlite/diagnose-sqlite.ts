import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../ports/diagnosis.ts";
import { probeStore } from "../probe.ts";
import { sqliteFlags } from "./flags.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

const BUSY_MS = 5000;

/** Looks at the database `sightline.db` in the directory. */
export async function diagnoseSqlite(directory: string): Promise<Finding[]> {
  const file = join(directory, "sightline.db");
  const subject = "SQLite database";
  if (!existsSync(file)) return [{ subject, state: "ok", text: `${file} is made by the first start` }];
  try {
    const database = new SqliteDatabase(file, BUSY_MS);
    try {
      const found = await schemaFindings(database, file);
      if (found.some(({ state }) => state === "fault")) return found;
      return [...found, await probeStore({ flags: sqliteFlags(database) })];
    } finally {
      await database.close();
    }
  } catch (error) {
    const text = `${error instanceof Error ? error.message : error} Look at who may write it, or put back a copy.`;
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
  const found: Finding = { subject, state: "ok", text: `${file}, ${megabytes} MB, SQLite ${engine}` };
  if (version < MIGRATIONS.length) {
    const text = `version ${version}, brought to ${MIGRATIONS.length} by the next start`;
    return [found, { subject: "tables and indexes", state: "warning", text }];
  }
  const missing = expectedNames().filter((name) => !names.has(name));
  if (missing.length === 0) return [found, { subject: "tables and indexes", state: "ok", text: "all are there" }];
  const text = `missing: ${missing.join(", ")}; put back a copy of the database`;
  return [found, { subject: "tables and indexes", state: "fault", text }];
}

/** What the migrations make and do not remove again. */
function expectedNames(): string[] {
  const names = new Set<string>();
  for (const statement of MIGRATIONS.flat()) {
    const made = /^\s*CREATE (?:UNIQUE )?(?:TABLE|INDEX) (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1];
    const dropped = /^\s*DROP (?:TABLE|INDEX) (?:IF EXISTS )?(\w+)/.exec(statement)?.[1];
    if (made !== undefined) names.add(made);
    if (dropped !== undefined) names.delete(dropped);
  }
  return [...names];
}
