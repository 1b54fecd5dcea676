import type { Migration } from "../apply-migrations.ts";

/**
 * Replaces a table, called `from` until then, by one of records. `fields` are arguments of `json_object`. Opening adds
 * columns and indexes.
 */
export function recordsOf(table: string, fields: string, from = table): Migration {
  return [
    `CREATE TABLE ${table}_records (version TEXT NOT NULL, value TEXT NOT NULL)`,
    `INSERT INTO ${table}_records (version, value) SELECT 'migrated', json_object(${fields}) FROM ${from}`,
    `DROP TABLE ${from}`,
    `ALTER TABLE ${table}_records RENAME TO ${table}`,
  ];
}

/** Escapes an escape again, as texts within JSON are. */
export const textOf = (column: string) => `replace(${column}, char(65535), char(65535) || 'ffff')`;
