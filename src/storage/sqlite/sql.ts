import type Libsql from "libsql";
import { fromColumn, toColumn } from "../values/text.ts";

export type Value = string | number | Uint8Array | null;

/** Runs statements on one connection, each prepared once. Blobs come back as `ArrayBuffer`, and any text as it was given. */
export class Sql {
  readonly #connection: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement>();

  constructor(connection: Libsql.Database) {
    this.#connection = connection;
  }

  /** The first row, or undefined. It may have a key beside the columns: name the columns you want. */
  get<Row extends object>(text: string, ...values: Value[]): Row | undefined {
    const row = this.#statement(text).get(bound(values));
    return row === undefined ? undefined : decoded<Row>(row as Record<string, unknown>);
  }

  /** The one row of a statement that always gives one. */
  one<Row extends object>(text: string, ...values: Value[]): Row {
    const row = this.get<Row>(text, ...values);
    if (!row) throw new Error("The database gave no row where there must be one.");
    return row;
  }

  all<Row extends object>(text: string, ...values: Value[]): Row[] {
    return this.#statement(text)
      .all(bound(values))
      .map((row) => decoded<Row>(row as Record<string, unknown>));
  }

  /** Gives how many rows it changed. */
  run(text: string, ...values: Value[]): number {
    return this.#statement(text).run(bound(values)).changes;
  }

  #statement(text: string): Libsql.Statement {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#connection.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

function bound(values: Value[]): Value[] {
  for (let place = 0; place < values.length; place++) {
    const value = values[place];
    if (typeof value === "string") values[place] = toColumn(value);
    // The driver ends the process at a boolean.
    else if (typeof value !== "number" && value !== null && !(value instanceof Uint8Array)) {
      throw new TypeError(`A column cannot hold a value of type ${typeof value}.`);
    }
  }
  return values;
}

function decoded<Row extends object>(row: Record<string, unknown>): Row {
  for (const column in row) {
    const value = row[column];
    if (typeof value === "string") row[column] = fromColumn(value);
  }
  return row as Row;
}
