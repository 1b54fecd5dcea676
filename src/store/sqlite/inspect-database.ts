import { groupBy } from "../../lib/group-by.ts";
import { StoreFault } from "../ports/common.ts";
import type { DocumentCounts, NamedFile } from "../ports/document-copies.ts";
import { type Sql, SqliteConnection } from "./sqlite-connection.ts";

const BUSY_TIMEOUT_MS = 5000;
const BATCH_SIZE = 1000;
const SELECT_FILES = `SELECT recording_files.id, key, bytes, CAST(project_id AS TEXT) AS projectId,
  session_id AS sessionId
  FROM recording_files JOIN recordings ON recordings.id = recording_id
  WHERE bytes IS NOT NULL AND recording_files.id > ? ORDER BY recording_files.id LIMIT ${BATCH_SIZE}`;

/** Opens an existing database, only to read it. Throws SQLite's error, or `StoreFault`. */
export function openToRead(path: string): SqliteConnection {
  const pragmas = `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA query_only = ON;`;
  return new SqliteConnection(path, { isReadonly: true, openTimeoutMs: BUSY_TIMEOUT_MS, pragmas });
}

/** Describes, in one line, what is wrong with a database file's structure; null if nothing is. */
export function findDamage(path: string): string | null {
  try {
    using connection = openToRead(path);
    return findProblems(connection).join("; ") || null;
  } catch (error) {
    const reason = error instanceof StoreFault ? error.cause : error;
    return reason instanceof Error ? reason.message : String(reason);
  }
}

export function countRows(path: string): DocumentCounts {
  using connection = openToRead(path);
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
  return Object.fromEntries(
    connection.all<{ name: string }>(tables).map(({ name }) => {
      return [name, connection.one<{ count: number }>(`SELECT count(*) AS count FROM "${name}"`).count];
    }),
  );
}

const HAS_HISTORY = "SELECT count(*) AS tables FROM sqlite_schema WHERE name IN ('history_left', 'history_manifests')";
const SELECT_HISTORY = `SELECT project_id AS projectId, files.value ->> '$.key' AS key,
    files.value ->> '$.bytes' AS bytes
  FROM history_manifests, json_each(history_manifests.value, '$.files') AS files
  WHERE EXISTS (SELECT 1 FROM history_left WHERE history_left.value ->> '$.receivedUntil' NOT NULL)`;

/** Yields the finished files that recordings name, and history files if events left for them. */
export async function* namedFiles(path: string): AsyncGenerator<NamedFile> {
  using connection = openToRead(path);
  let rows: (NamedFile & { readonly id: number })[];
  let after = 0;
  do {
    rows = connection.all(SELECT_FILES, after);
    for (const { id: _, ...file } of rows) yield file;
    after = rows.at(-1)?.id ?? after;
  } while (rows.length === BATCH_SIZE);
  if (connection.one<{ tables: number }>(HAS_HISTORY).tables < 2) return; // of an earlier version
  for (const file of connection.all<Omit<NamedFile, "sessionId">>(SELECT_HISTORY)) yield { ...file, sessionId: null };
}

const MAX_PROBLEMS = 3;
/** Zeros in a text, and in other values: 512 bytes, which disks lose at once, less a page number at their beginning. */
const [TEXT_ZEROS, BLOB_ZEROS] = [128, 508];
const SELECT_COLUMNS = `SELECT tables.name AS "table", columns.name AS "column"
  FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND tables.rootpage > 0`;
const SELECT_ROOTS = "SELECT name, rootpage AS root FROM sqlite_schema WHERE rootpage > 0";

/**
 * Reads a whole database, first the tables that the statement names. Returns up to three sentences about a wrong
 * structure, or about zeros that disks and file systems leave when they lose something, which SQLite does not notice.
 */
export function findProblems(sql: Sql, statement = ""): string[] {
  const tables = groupBy(sql.all<{ table: string; column: string }>(SELECT_COLUMNS), ({ table }) => table);
  const names = [...tables.keys()];
  let problems = names.filter((table) => new RegExp(`\\b${table}\\b`).test(statement)).flatMap(checkTable);
  if (problems.length === 0) problems = checkAll();
  for (const [table, columns] of tables) {
    if (problems.length === 0) problems = columns.flatMap(({ column }) => findZeros(sql, table, column));
  }
  return problems.slice(0, MAX_PROBLEMS);

  function checkAll(): string[] {
    try {
      return quickCheck(sql, MAX_PROBLEMS);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      return names.flatMap(checkTable); // SQLite ends at such damage without naming its place
    }
  }

  function checkTable(table: string): string[] {
    try {
      return quickCheck(sql, table);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      return [`${table}: ${(error.cause as Error).message}`];
    }
  }
}

/** Checks one table with its indexes, or all and the free pages until there are so many problems. */
function quickCheck(sql: Sql, tableOrMax: string | number): string[] {
  const rows = sql.all<{ text: string }>("SELECT quick_check AS text FROM pragma_quick_check(?)", tableOrMax);
  const trees = new Map(sql.all<{ name: string; root: number }>(SELECT_ROOTS).map(({ name, root }) => [root, name]));
  return rows
    .flatMap(({ text }) => text.replace("*** in database main ***\n", "").split("\n"))
    .filter((text) => text !== "ok")
    .map((text) => text.replace(/^Tree (\d+) /, (all, root) => `${trees.get(Number(root)) ?? all}: `));
}

function findZeros(sql: Sql, table: string, column: string): string[] {
  const zeros = `zeroblob(iif(typeof("${column}") = 'text', ${TEXT_ZEROS}, ${BLOB_ZEROS}))`;
  const select = `SELECT count(*) AS rows FROM "${table}" WHERE instr(CAST("${column}" AS BLOB), ${zeros})`;
  const { rows } = sql.one<{ rows: number }>(select);
  return rows === 0 ? [] : [`${table}: zeros that nothing writes are in ${column} of rows: ${rows}`];
}
