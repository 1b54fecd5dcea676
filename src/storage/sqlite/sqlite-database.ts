import { existsSync } from "node:fs";
import Libsql from "libsql";
import { retry } from "../../retry.ts";
import { StoreUnavailable } from "../ports/common.ts";
import { purgeDeleted } from "./purge-deleted.ts";
import { Sql } from "./sql.ts";
import { isBusy, sqliteErrorCode, storeError } from "./sqlite-errors.ts";

/** After these the connection is not worth keeping: the file may have been mended or put back since. */
const BROKEN_CONNECTION = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|PROTOCOL|NOMEM)/;

const PRAGMAS = `
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -16384;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA temp_store = MEMORY;
  PRAGMA busy_timeout = 0;
`;

/** Between two attempts to write while another connection does. */
const BUSY_BACKOFF = { initialMs: 5 };

interface OpenConnection {
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
  purgeDeleted(): Promise<boolean>;
}

/** A file of SQLite in WAL mode, used in short transactions. Others may use the same file at the same time. */
export class SqliteDatabase implements Transactions {
  readonly file: string;
  readonly #busyTimeoutMs: number;
  #openConnection: OpenConnection | null;
  #activeTransaction: Promise<unknown> | null = null;
  #closed = false;

  /** Makes the file where there is none. Throws `StoreUnavailable` where it cannot be opened. */
  constructor(file: string, busyTimeoutMs: number) {
    this.file = file;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#openConnection = this.#connect();
  }

  read<T>(work: (sql: Sql) => T): Promise<T> {
    return this.#retryWhileBusy(() => this.#runTransaction("BEGIN", work));
  }

  write<T>(work: (sql: Sql) => T): Promise<T> {
    return this.#retryWhileBusy(() => this.#runTransaction("BEGIN IMMEDIATE", work));
  }

  purgeDeleted(): Promise<boolean> {
    return this.#retryWhileBusy(() => {
      const { connection } = this.#ensureConnected();
      try {
        return purgeDeleted(connection);
      } catch (error) {
        if (isBusy(error) || sqliteErrorCode(error)?.startsWith("SQLITE_FULL")) return false;
        throw storeError(error);
      }
    });
  }

  /** Does the work in one transaction that writes. All else on this connection waits for it; so the work waits for nothing but what it is given. */
  async transaction<T>(work: (within: Transactions) => Promise<T>): Promise<T> {
    const { result } = await this.#retryWhileBusy(() => {
      const result = this.#runAsyncTransaction(this.#begin("BEGIN IMMEDIATE"), work);
      this.#activeTransaction = result.catch(() => undefined);
      return { result };
    });
    try {
      return await result;
    } finally {
      this.#activeTransaction = null;
    }
  }

  /** Runs statements outside of any transaction. */
  exec(statements: string): Promise<void> {
    return this.#retryWhileBusy(() => {
      try {
        this.#ensureConnected().connection.exec(statements);
      } catch (error) {
        throw storeError(error);
      }
    });
  }

  async close(): Promise<void> {
    while (this.#activeTransaction) await this.#activeTransaction;
    if (this.#closed) return;
    this.#closed = true;
    this.#disconnect();
  }

  /** Repeats work until no other connection writes. SQLite's own busy timeout would block the whole thread. */
  #retryWhileBusy<T>(work: () => T): Promise<T> {
    const attempt = async () => {
      while (this.#activeTransaction) await this.#activeTransaction;
      return work();
    };
    return retry(attempt, { backoff: BUSY_BACKOFF, isRetryable: isBusy, timeoutMs: this.#busyTimeoutMs });
  }

  #runTransaction<T>(begin: string, work: (sql: Sql) => T): T {
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

  async #runAsyncTransaction<T>(
    { connection, sql }: OpenConnection,
    work: (within: Transactions) => Promise<T>,
  ): Promise<T> {
    const within = async <R>(part: (sql: Sql) => R) => part(sql);
    try {
      const result = await work({ read: within, write: within, purgeDeleted: async () => false });
      connection.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack(connection, error);
      throw storeError(error);
    }
  }

  #begin(statement: string): OpenConnection {
    const open = this.#ensureConnected();
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
      if (BROKEN_CONNECTION.test(sqliteErrorCode(reason) ?? "")) this.#disconnect();
    } catch {
      this.#disconnect();
    }
  }

  #ensureConnected(): OpenConnection {
    if (this.#closed) throw new StoreUnavailable("The database is closed.");
    if (this.#openConnection) return this.#openConnection;
    // A database that vanished is not to be replaced by an empty one.
    if (!existsSync(this.file)) throw new StoreUnavailable(`The database ${this.file} is missing.`);
    this.#openConnection = this.#connect();
    return this.#openConnection;
  }

  #connect(): OpenConnection {
    try {
      // While another connection makes the file, or mends it after a crash, there is nothing to do but to wait.
      const connection = new Libsql(this.file, { timeout: this.#busyTimeoutMs });
      connection.exec(PRAGMAS);
      return { connection, sql: new Sql(connection) };
    } catch (error) {
      const reason = sqliteErrorCode(error) ? `: ${(error as Error).message}` : "";
      throw new StoreUnavailable(`The database ${this.file} cannot be opened${reason}.`, { cause: error });
    }
  }

  #disconnect(): void {
    this.#openConnection?.connection.close();
    this.#openConnection = null;
  }
}
