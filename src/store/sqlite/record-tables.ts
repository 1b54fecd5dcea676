import type { RecordKindSpec } from "../ports/records.ts";
import { indexesOf } from "../records/read-plan.ts";
import type { Sql } from "./sqlite-connection.ts";

/** Names the column of a field: `createdAt` is in `created_at`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function columnsOf(fields: readonly string[]): string {
  return fields.map(columnOf).join(", ");
}

/** The driver adds it to a row that is read alone. */
export type RowMetadata = { readonly _metadata?: unknown };

export function selectedFields(fields: readonly string[]): string {
  return fields.map((field) => `${columnOf(field)} AS ${field}`).join(", ");
}

/** Creates missing tables, columns and indexes. A migration that moves data here creates its table without columns. */
export function prepareRecordTables(sql: Sql, kinds: readonly RecordKindSpec[]): void {
  for (const kind of kinds) {
    const { name, key, unique = [] } = kind;
    prepareTable(sql, name, [...new Set([...key, ...unique.flat(), ...indexesOf(kind).flat()])]);
    for (const fields of [key, ...unique]) createIndex(sql, "UNIQUE INDEX", name, fields);
    for (const fields of indexesOf(kind)) createIndex(sql, "INDEX", name, fields);
  }
}

/** Changing a table takes ten times as long as creating it with all columns: one without rows is created again. */
function prepareTable(sql: Sql, table: string, fields: readonly string[]): void {
  const columns = sql.all<{ name: string }>(`SELECT name FROM pragma_table_xinfo('${table}')`);
  const present = new Set(columns.map(({ name }) => name));
  const missing = fields.filter((field) => !present.has(columnOf(field)));
  if (missing.length === 0) return;
  if (present.size > 0 && sql.get(`SELECT 1 FROM ${table} LIMIT 1`)) {
    for (const field of missing) sql.run(`ALTER TABLE ${table} ADD COLUMN ${definitionOf(field)}`);
    return;
  }
  sql.run(`DROP TABLE IF EXISTS ${table}`);
  const definitions = ["version TEXT NOT NULL", "value TEXT NOT NULL", ...fields.map(definitionOf)];
  sql.run(`CREATE TABLE ${table} (${definitions.join(", ")})`);
}

function definitionOf(field: string): string {
  return `${columnOf(field)} AS (value ->> '$.${field}')`;
}

function createIndex(sql: Sql, type: string, table: string, fields: readonly string[]): void {
  const name = `${table}_by_${fields.map(columnOf).join("_and_")}`;
  sql.run(`CREATE ${type} IF NOT EXISTS ${name} ON ${table} (${columnsOf(fields)})`);
}
