import { type ColumnType, columnExpressions, RowBuffer, type RowValue } from "./row-buffer.ts";
import type { Sql } from "./sqlite-connection.ts";

/** More in one statement would hardly be faster. */
const ROWS_PER_INSERT = 200;

/** A statement that inserts any number of rows. */
export interface InsertStatement {
  readonly columns: readonly ColumnType[];
  readonly text: string;
}

/** Returns a statement that inserts rows of these columns `into` a table. `rest` follows `SELECT * FROM (…) AS new`. */
export function insertStatement(into: string, columns: readonly ColumnType[], rest = ""): InsertStatement {
  const expressions = columnExpressions(columns, "?1", "row").map((text, index) => `${text} AS column${index + 1}`);
  // The limit keeps SQLite from reading the row's number again for each column.
  const rows = "(SELECT key AS row FROM json_each(?2) LIMIT -1)";
  return { columns, text: `${into} SELECT * FROM (SELECT ${expressions.join(", ")} FROM ${rows}) AS new ${rest}` };
}

/** Inserts a row for each item, of the values that `toValues` returns, in order. Returns how many were inserted. */
export function insertRows<Item>(
  sql: Sql,
  { columns, text }: InsertStatement,
  items: readonly Item[],
  toValues: (item: Item) => readonly RowValue[],
): number {
  let inserted = 0;
  for (let next = 0; next < items.length; ) {
    const rows = new RowBuffer(columns, Math.min(items.length - next, ROWS_PER_INSERT));
    while (rows.count < ROWS_PER_INSERT && next < items.length && rows.add(toValues(items[next] as Item))) next++;
    inserted += sql.run(text, rows.bytes, `[${"0,".repeat(rows.count - 1)}0]`);
  }
  return inserted;
}
