import { type ColumnType, RowBuffer, type RowValue, selectRows } from "./row-buffer.ts";
import type { Sql } from "./sqlite-connection.ts";

/** More in one statement would hardly be faster. */
const MAX_ROWS = 200;

export interface RowsStatement {
  readonly columns: readonly ColumnType[];
  readonly text: string;
}

/** Makes a statement that inserts rows of these columns `into` a table. `rest` follows `SELECT * FROM (…) AS new`. */
export function insertStatement(into: string, columns: readonly ColumnType[], rest = ""): RowsStatement {
  return { columns, text: `${into} SELECT * FROM (${selectRows(columns)}) AS new ${rest}` };
}

/** Makes a statement that updates with rows of these columns, which are `new.column1` and so on. */
export function updateStatement(update: string, columns: readonly ColumnType[], where: string): RowsStatement {
  return { columns, text: `${update} FROM (${selectRows(columns)}) AS new WHERE ${where}` };
}

/** Writes a row for each item, of the values that `toValues` returns, in order. Returns how many were written. */
export function writeRows<Item>(
  sql: Sql,
  { columns, text }: RowsStatement,
  items: readonly Item[],
  toValues: (item: Item) => readonly RowValue[],
): number {
  let written = 0;
  for (let next = 0; next < items.length; ) {
    const rows = new RowBuffer(columns, Math.min(items.length - next, MAX_ROWS));
    while (rows.count < MAX_ROWS && next < items.length && rows.add(toValues(items[next] as Item))) next++;
    written += sql.run(text, rows.bytes, `[${"0,".repeat(rows.count - 1)}0]`);
  }
  return written;
}
