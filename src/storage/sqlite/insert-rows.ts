import type { Sql, SqlValue } from "./sqlite-connection.ts";

/** One statement inserts several rows because a driver call costs as much as an insert. More would hardly be faster. */
const ROWS_PER_INSERT = 20;

/** Returns the statement that inserts a number of rows. */
export type InsertStatement = (count: number) => string;

/** Returns statements that insert rows of `columns` values each, `into` a table, followed by `rest`. */
export function insertStatement(into: string, columns: number, rest = ""): InsertStatement {
  const row = `(${Array(columns).fill("?").join(", ")})`;
  const build = (count: number) => `${into} VALUES ${Array(count).fill(row).join(", ")} ${rest}`;
  const full = build(ROWS_PER_INSERT);
  return (count) => (count === ROWS_PER_INSERT ? full : build(count));
}

/** Inserts a row for each item, of the values that `toValues` returns. Returns how many were inserted. */
export function insertRows<Item>(
  sql: Sql,
  statement: InsertStatement,
  items: readonly Item[],
  toValues: (item: Item) => readonly SqlValue[],
): number {
  let inserted = 0;
  for (let start = 0; start < items.length; start += ROWS_PER_INSERT) {
    const batch = items.slice(start, start + ROWS_PER_INSERT);
    const values: SqlValue[] = [];
    for (const item of batch) values.push(...toValues(item));
    inserted += sql.run(statement(batch.length), ...values);
  }
  return inserted;
}
