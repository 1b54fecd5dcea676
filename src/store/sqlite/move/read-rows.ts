import { type AnyRow, ROW_FIELDS, type RowBatch, type RowKind } from "../../ports/neutral-rows.ts";
import { blobToUuid } from "../../stored-ids.ts";
import type { SqliteConnection, SqlValue } from "../sqlite-connection.ts";
import { recordTable, TABLES, type Table } from "./tables.ts";

const MAX_BATCH_ROWS = 1000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

type Key = (string | number | null)[];

/** Lists the tables of a kind, in the order of reading. */
export function tablesOf(kind: RowKind, recordKinds: readonly string[]): readonly Table[] {
  if (kind === "records" || kind === "history") return recordKinds.map(recordTable);
  return [TABLES[kind]];
}

export function countRows(connection: SqliteConnection, tables: readonly Table[]): number {
  const count = ({ from, where = "true" }: Table) =>
    connection.one<{ count: number }>(`SELECT count(*) AS count FROM ${from} WHERE ${where}`).count;
  return tables.map(count).reduce((sum, number) => sum + number, 0);
}

export async function* readRows(
  connection: SqliteConnection,
  kind: RowKind,
  tables: readonly Table[],
  after: string | null,
): AsyncGenerator<RowBatch> {
  const [first, start] = after === null ? [0, null] : (JSON.parse(after) as [number, Key | null]);
  for (const [index, table] of tables.entries()) {
    if (index < first) continue;
    let from = index === first ? start : null;
    for (;;) {
      const page = readPage(connection, kind, table, from);
      if (page === null) break;
      yield { rows: page.rows, cursor: JSON.stringify([index, page.last]) };
      from = page.last;
    }
  }
}

function readPage(
  connection: SqliteConnection,
  kind: RowKind,
  { from, where = "true", key, columns, large, uuids = [] }: Table,
  after: Key | null,
): { rows: AnyRow[]; last: Key } | null {
  const keys = key.join(", ");
  const marks = key.map(() => "?").join(", ");
  const beyond = after === null ? "true" : `(${keys}) > (${marks})`;
  const select = `SELECT ${key.map((name, index) => `${name} AS k${index}`).join(", ")},
    ${large === undefined ? "0" : `octet_length(${large})`} AS bytes
    FROM ${from} WHERE ${where} AND ${beyond} ORDER BY ${keys} LIMIT ${MAX_BATCH_ROWS}`;
  const start = after === null ? [] : after.map(fromKey);
  const sizes = connection.all<Record<string, ArrayBuffer | string | number>>(select, ...start);
  let bytes = 0;
  const end = sizes.find((row) => {
    bytes += Number(row.bytes);
    return bytes >= MAX_BATCH_BYTES;
  });
  const last = end ?? sizes.at(-1);
  if (!last) return null;
  const until = key.map((_, index) => toKey(last[`k${index}`]));
  const list = columns.map((column, index) => `${column} AS c${index}`).join(", ");
  const rows = connection.all<Record<string, ArrayBuffer | string | number>>(
    `SELECT ${list} FROM ${from} WHERE ${where} AND ${beyond} AND (${keys}) <= (${marks}) ORDER BY ${keys}`,
    ...start,
    ...until.map(fromKey),
  );
  const fields = ROW_FIELDS[kind];
  const toRow = (row: Record<string, ArrayBuffer | string | number>): AnyRow =>
    Object.fromEntries(
      fields.map((field, index) => {
        const value = row[`c${index}`];
        return [field, uuids.includes(index) ? blobToUuid(value as ArrayBuffer) : value];
      }),
    );
  return { rows: rows.map(toRow), last: until };
}

/** Marks bytes that are kept as text; no column holds such a text. */
const BYTES = "\0bytes ";

function toKey(value: ArrayBuffer | string | number | undefined): string | number | null {
  if (value === undefined) return null;
  return typeof value === "object" ? `${BYTES}${Buffer.from(value).toString("hex")}` : value;
}

function fromKey(value: string | number | null): SqlValue {
  const isBytes = typeof value === "string" && value.startsWith(BYTES);
  return isBytes ? Buffer.from(value.slice(BYTES.length), "hex") : value;
}
