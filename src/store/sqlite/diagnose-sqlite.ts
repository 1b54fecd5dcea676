import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Finding, leftFinding, probeStore } from "../probe.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { sqliteRecords } from "./records.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

const BUSY_TIMEOUT_MS = 5000;
const FREE_BYTES = "SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size";
const COUNT_EVENTS = "SELECT count(*) AS count FROM events WHERE project_id > 0";

export async function diagnoseSqlite(directory: string): Promise<Finding[]> {
  const file = join(directory, "sightline.db");
  const subject = "SQLite database";
  if (!existsSync(file)) return [{ subject, state: "ok", text: `${file} will be created by the first start` }];
  try {
    await using database = new SqliteDatabase(file, BUSY_TIMEOUT_MS);
    const findings = await schemaFindings(database, file);
    if (findings.some(({ state }) => state !== "ok")) return findings; // an older schema has no place for a probe
    const { count } = await database.readOnce((sql) => sql.one<{ count: number }>(COUNT_EVENTS));
    const left = await leftFinding(sqliteRecords(database), count);
    return [...findings, left, await probeStore(sqliteRecords(database))];
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    const text = `${reason} Check the permissions of the file, or restore a backup.`;
    return [{ subject, state: "fault", text }];
  }
}

async function schemaFindings(database: SqliteDatabase, file: string): Promise<Finding[]> {
  const subject = "SQLite database";
  const { version, engine, names, free } = await database.read((sql) => ({
    free: sql.one<{ bytes: number }>(FREE_BYTES).bytes,
    version: sql.one<{ user_version: number }>("PRAGMA user_version").user_version,
    engine: sql.one<{ version: string }>("SELECT sqlite_version() AS version").version,
    names: new Set(sql.all<{ name: string }>("SELECT name FROM sqlite_schema").map(({ name }) => name)),
  }));
  if (version > MIGRATIONS.length) {
    const text = `version ${version} is newer than this program's (${MIGRATIONS.length}): use the newer program`;
    return [{ subject, state: "fault", text }];
  }
  const [size, unused] = [statSync(file).size, free].map((bytes) => (bytes / 1e6).toFixed(1));
  const fileFinding: Finding = {
    subject,
    state: "ok",
    text: `${file}, ${size} MB, ${unused} MB free, SQLite ${engine}`,
  };
  if (version < MIGRATIONS.length) {
    const text = `version ${version}; the next start will migrate it to version ${MIGRATIONS.length}`;
    return [fileFinding, { subject: "tables and indexes", state: "warning", text }];
  }
  const missing = expectedNames().filter((name) => !names.has(name));
  if (missing.length === 0) return [fileFinding, { subject: "tables and indexes", state: "ok", text: "all present" }];
  const text = `missing: ${missing.join(", ")}; restore a backup of the database`;
  return [fileFinding, { subject: "tables and indexes", state: "fault", text }];
}

const CREATE = /^\s*CREATE (?:UNIQUE )?(?:TABLE|INDEX) (?:IF NOT EXISTS )?(\w+)(?:\s+ON (\w+))?/;

function expectedNames(): string[] {
  const tables = new Map<string, string>();
  for (const statement of MIGRATIONS.flat()) {
    if (typeof statement !== "string") continue;
    const [, created, indexed = created] = CREATE.exec(statement) ?? [];
    const dropped = /^\s*DROP (?:TABLE|INDEX) (?:IF EXISTS )?(\w+)/.exec(statement)?.[1];
    const [, table, renamed] = /^\s*ALTER TABLE (\w+) RENAME TO (\w+)/.exec(statement) ?? [];
    if (created !== undefined && indexed !== undefined) tables.set(created, indexed);
    if (dropped !== undefined) for (const [name, of] of tables) if ([name, of].includes(dropped)) tables.delete(name);
    if (table !== undefined && renamed !== undefined && tables.delete(table)) tables.set(renamed, renamed);
  }
  return [...tables.keys()];
}
