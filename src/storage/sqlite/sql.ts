import type Libsql from "libsql";
import { escapeText, unescapeText } from "../values/escape-text.ts";

export type SqlValue = string | number | Uint8Array | null;

/** Runs statements on one connection, each prepared once. Blobs come back as `ArrayBuffer`, and any text as it was given. */
export class Sql {
  readonly #connection: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement>();

  constructor(connection: Libsql.Database) {
    this.#connection = connection;
  }

  /** The first row, or undefined. It may have a key beside the columns: name the columns you want. */
  get<Row extends object>(text: string, ...values: SqlValue[]): Row | undefined {
    const row = this.#statement(text).get(bindValues(values));
    return row === undefined ? undefined : decodeRow<Row>(row as Record<string, unknown>);
  }

  /** The one row of a statement that always gives one. */
  one<Row extends object>(text: string, ...values: SqlValue[]): Row {
    const row = this.get<Row>(text, ...values);
    if (!row) throw new Error("The database gave no row where there must be one.");
    return row;
  }

  all<Row extends object>(text: string, ...values: SqlValue[]): Row[] {
    return this.#statement(text)
      .all(bindValues(values))
      .map((row) => decodeRow<Row>(row as Record<string, unknown>));
  }

  /** Gives how many rows it changed. */
  run(text: string, ...values: SqlValue[]): number {
    return this.#statement(text).run(bindValues(values)).changes;
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

function bindValues(values: SqlValue[]): SqlValue[] {
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value === "string") values[index] = escapeText(value);
    // The driver ends the process at a boolean.
    else if (typeof value !== "number" && value !== null && !(value instanceof Uint8Array)) {
      throw new TypeError(`A column cannot hold a value of type ${typeof value}.`);
    }
  }
  return values;
}

function decodeRow<Row extends object>(row: Record<string, unknown>): Row {
  for (const column in row) {
    const value = row[column];
    if (typeof value === "string") row[column] = unescapeText(value);
  }
  return row as Row;
}
