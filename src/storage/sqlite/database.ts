import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Libsql from "libsql";
import { StoreUnavailable } from "../ports/common.ts";
import { codeOf, isBusy, storeError } from "./errors.ts";
import { Sql } from "./sql.ts";
import { wipe } from "./wipe.ts";

/** After these the connection is not worth keeping: the file may have been mended or put back since. */
const BROKEN = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|PROTOCOL|NOMEM)/;

const PRAGMAS = `
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -16384;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA temp_store = MEMORY;
  PRAGMA busy_timeout = 0;
`;

/** Between two tries to write while another connection does. */
const PAUSE_MS = 5;

interface Open {
  readonly connection: Libsql.Database;
  readonly sql: Sql;
}

/** How ports use a database. Errors are as `storeError` gives them. */
export interface Transactions {
  /** What the work reads is of one moment. */
  read<T>(work: (sql: Sql) => T): Promise<T>;
  /** All that the work writes is kept, or none where it throws; no other connection writes meanwhile. */
  write<T>(work: (sql: Sql) => T): Promise<T>;
  /** Removes what the files have still of something that was deleted; false where the database is in use, or the disk is full. */
  wipe(): Promise<boolean>;
}

/** A file of SQLite in WAL mode, used in short transactions. Others may use the same file at the same time. */
export class Database implements Transactions {
  readonly file: string;
  readonly #busyTimeoutMs: number;
  #open: Open | null;
  #together: Promise<unknown> | null = null;
  #closed = false;

  /** Makes the file where there is none. Throws `StoreUnavailable` where it cannot be opened. */
  constructor(file: string, busyTimeoutMs: number) {
    this.file = file;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#open = this.#connect();
  }

  read<T>(work: (sql: Sql) => T): Promise<T> {
    return this.#whenFree(() => this.#transaction("BEGIN", work));
  }

  write<T>(work: (sql: Sql) => T): Promise<T> {
    return this.#whenFree(() => this.#transaction("BEGIN IMMEDIATE", work));
  }

  wipe(): Promise<boolean> {
    return this.#whenFree(() => {
      const { connection } = this.#usable();
      try {
        return wipe(connection);
      } catch (error) {
        if (isBusy(error) || codeOf(error)?.startsWith("SQLITE_FULL")) return false;
        throw storeError(error);
      }
    });
  }

  /** Does the work in one transaction that writes. All else on this connection waits for it; so the work waits for nothing but what it is given. */
  async together<T>(work: (within: Transactions) => Promise<T>): Promise<T> {
    const { result } = await this.#whenFree(() => {
      const result = this.#longTransaction(this.#begin("BEGIN IMMEDIATE"), work);
      this.#together = result.catch(() => undefined);
      return { result };
    });
    try {
      return await result;
    } finally {
      this.#together = null;
    }
  }

  /** Runs statements outside of any transaction. */
  exec(statements: string): void {
    try {
      this.#usable().connection.exec(statements);
    } catch (error) {
      throw storeError(error);
    }
  }

  async close(): Promise<void> {
    while (this.#together) await this.#together;
    if (this.#closed) return;
    this.#closed = true;
    this.#disconnect();
  }

  /** Tries until no other connection writes. SQLite's own way to wait would hold up the whole thread. */
  async #whenFree<T>(attempt: () => T): Promise<T> {
    for (const end = Date.now() + this.#busyTimeoutMs; ; await sleep(PAUSE_MS)) {
      while (this.#together) await this.#together;
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || Date.now() >= end) throw error;
      }
    }
  }

  #transaction<T>(begin: string, work: (sql: Sql) => T): T {
    const { connection, sql } = this.#begin(begin);
    try {
      const result = work(sql);
      connection.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack(connection, error);
      throw storeError(error);
    }
  }

  async #longTransaction<T>({ connection, sql }: Open, work: (within: Transactions) => Promise<T>): Promise<T> {
    const within = async <R>(part: (sql: Sql) => R) => part(sql);
    try {
      const result = await work({ read: within, write: within, wipe: async () => false });
      connection.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack(connection, error);
      throw storeError(error);
    }
  }

  #begin(statement: string): Open {
    const open = this.#usable();
    try {
      open.connection.exec(statement);
      return open;
    } catch (error) {
      this.#rollBack(open.connection, error);
      throw storeError(error);
    }
  }

  #rollBack(connection: Libsql.Database, reason: unknown): void {
    try {
      if (connection.inTransaction) connection.exec("ROLLBACK");
      if (BROKEN.test(codeOf(reason) ?? "")) this.#disconnect();
    } catch {
      this.#disconnect();
    }
  }

  #usable(): Open {
    if (this.#closed) throw new StoreUnavailable("The database is closed.");
    if (this.#open) return this.#open;
    // A database that vanished is not to be replaced by an empty one.
    if (!existsSync(this.file)) throw new StoreUnavailable(`The database ${this.file} is missing.`);
    this.#open = this.#connect();
    return this.#open;
  }

  #connect(): Open {
    try {
      // While another connection makes the file, or mends it after a crash, there is nothing to do but to wait.
      const connection = new Libsql(this.file, { timeout: this.#busyTimeoutMs });
      connection.exec(PRAGMAS);
      return { connection, sql: new Sql(connection) };
    } catch (error) {
      const reason = codeOf(error) ? `: ${(error as Error).message}` : "";
      throw new StoreUnavailable(`The database ${this.file} cannot be opened${reason}.`, { cause: error });
    }
  }

  #disconnect(): void {
    this.#open?.connection.close();
    this.#open = null;
  }
}
