import { groupBy } from "../../../lib/group-by.ts";
import { StoreFault } from "../../ports/common.ts";
import type { Sql } from "../sqlite-connection.ts";

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
