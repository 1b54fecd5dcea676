import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { escapeText, unescapeText } from "../escape-text.ts";
import { StoreFault } from "../ports/common.ts";
import { describeDamage, isDamage, reportDamage } from "./sqlite-errors.ts";

export type SqlValue = string | number | Uint8Array | null;

export type Sql = Pick<SqliteConnection, "get" | "one" | "all" | "run">;

/** Returns the index of the row with which the bytes reach the limit; -1 if they do not. */
export function indexOfFull(rows: readonly { readonly bytes: number }[], maxBytes: number): number {
  let bytes = 0;
  return rows.findIndex((row) => {
    bytes += row.bytes;
    return bytes >= maxBytes;
  });
}

type Condition = readonly [text: string, ...values: (SqlValue | undefined)[]];

/** Joins conditions with their values. Those with a value that is undefined are left out. */
export function allOf(...conditions: readonly Condition[]): [where: string, values: SqlValue[]] {
  const given = conditions.filter((condition) => !condition.includes(undefined));
  return [given.map(([text]) => text).join(" AND "), given.flatMap(([, ...values]) => values as SqlValue[])];
}

/** Makes commits survive a power failure, and removes deleted content from the file. */
export const DURABLE_PRAGMAS = `
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA temp_store = MEMORY;
`;

interface ConnectionOptions {
  /** How long SQLite blocks the thread while another connection opens the file. */
  readonly openTimeoutMs?: number;
  readonly pragmas?: string;
  /** Whether texts may have NUL and lone surrogates: some characters are escaped in the file. */
  readonly escapesText?: boolean;
  readonly isReadonly?: boolean;
}

/**
 * A synchronous connection. Statements are prepared once; blobs are returned as `ArrayBuffer`. Throws the driver's
 * errors, but `StoreFault` if the file is damaged, which it also reports to all threads.
 */
export class SqliteConnection {
  readonly #file: string;
  readonly #db: Libsql.Database;
  readonly #escapesText: boolean;
  readonly #statements = new Map<string, Libsql.Statement>();
  /** Statements of `get` only: after `all`, the driver's `get` of the same statement ignores the new values. */
  readonly #rowStatements = new Map<string, Libsql.Statement>();

  /** Creates the file if absent. */
  constructor(file: string, options: ConnectionOptions = {}) {
    const { openTimeoutMs = 0, pragmas = "", escapesText = true, isReadonly = false } = options;
    this.#file = file;
    this.#db = new Libsql(isReadonly ? `${pathToFileURL(file)}?mode=ro` : file, { timeout: openTimeoutMs });
    this.#escapesText = escapesText;
    try {
      this.exec(pragmas);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /** Returns the first row, or undefined. It may have a key beside the columns: name the columns you want. */
  get<Row extends object>(text: string, ...values: SqlValue[]): Row | undefined {
    const row = this.#attempt(text, () => this.#statement(text, this.#rowStatements).get(this.#bind(values)));
    return row === undefined ? undefined : this.#decode<Row>(row as Record<string, unknown>);
  }

  one<Row extends object>(text: string, ...values: SqlValue[]): Row {
    const row = this.get<Row>(text, ...values);
    if (!row) throw new Error("The database gave no row where there must be one.");
    return row;
  }

  all<Row extends object>(text: string, ...values: SqlValue[]): Row[] {
    const rows = this.#attempt(text, () => this.#statement(text).all(this.#bind(values)));
    return rows.map((row) => this.#decode<Row>(row as Record<string, unknown>));
  }

  run(text: string, ...values: SqlValue[]): number {
    return this.#attempt(text, () => this.#statement(text).run(this.#bind(values)).changes);
  }

  insert(text: string, ...values: SqlValue[]): number {
    return this.#attempt(text, () => Number(this.#statement(text).run(this.#bind(values)).lastInsertRowid));
  }

  exec(statements: string): void {
    this.#attempt(statements, () => this.#db.exec(statements));
  }

  /** Runs work in a transaction, rolled back if it throws. By default no other connection writes meanwhile. */
  transaction<T>(work: () => T, begin: "BEGIN" | "BEGIN IMMEDIATE" = "BEGIN IMMEDIATE"): T {
    try {
      this.exec(begin);
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /** Ends the transaction, if there is one. If that fails, `inTransaction` stays true. */
  rollBack(): void {
    try {
      if (this.inTransaction) this.exec("ROLLBACK");
    } catch {}
  }

  close(): void {
    this.#db.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #attempt<T>(statement: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const damage = { file: this.#file, problem: error.message, statement };
      reportDamage(damage);
      throw new StoreFault(describeDamage(damage), { cause: error });
    }
  }

  #statement(text: string, statements = this.#statements): Libsql.Statement {
    let statement = statements.get(text);
    if (!statement) {
      statement = this.#db.prepare(text);
      statements.set(text, statement);
    }
    return statement;
  }

  #bind(values: SqlValue[]): SqlValue[] {
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (typeof value === "string") {
        if (this.#escapesText) values[index] = escapeText(value);
      }
      // The driver ends the process at a boolean.
      else if (typeof value !== "number" && value !== null && !(value instanceof Uint8Array)) {
        throw new TypeError(`A column cannot hold a value of type ${typeof value}.`);
      }
    }
    return values;
  }

  #decode<Row extends object>(row: Record<string, unknown>): Row {
    if (!this.#escapesText) return row as Row;
    for (const column in row) {
      const value = row[column];
      if (typeof value === "string") row[column] = unescapeText(value);
    }
    return row as Row;
  }
}
