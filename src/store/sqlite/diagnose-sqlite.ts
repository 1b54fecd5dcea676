import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Finding, leftFinding, probeStore } from "../probe.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { applyMigrations, schemaVersion } from "./apply-migrations.ts";
import { MIGRATIONS } from "./migrations.ts";
import { prepareRecordTables } from "./record-tables.ts";
import { sqliteRecords } from "./records.ts";
import { type Sql, SqliteConnection } from "./sqlite-connection.ts";
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
    version: schemaVersion(sql),
    engine: sql.one<{ version: string }>("SELECT sqlite_version() AS version").version,
    names: new Set(namesIn(sql)),
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

/** Returns the names of all tables and indexes, as a new database has them. */
function expectedNames(): string[] {
  using connection = new SqliteConnection(":memory:");
  applyMigrations(connection, MIGRATIONS);
  prepareRecordTables(connection, RECORD_KINDS);
  return namesIn(connection);
}

function namesIn(sql: Sql): string[] {
  return sql.all<{ name: string }>("SELECT name FROM sqlite_schema").map(({ name }) => name);
}
