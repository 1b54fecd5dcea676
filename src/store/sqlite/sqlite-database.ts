import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { retry } from "../../lib/threads/retry.ts";
import { StoreFault, StoreUnavailable } from "../ports/common.ts";
import { applyMigrations, type Migration, rejectNewerVersion, schemaVersion } from "./apply-migrations.ts";
import { purgeDeleted } from "./purge-deleted.ts";
import { DURABLE_PRAGMAS, type Sql, SqliteConnection } from "./sqlite-connection.ts";
import { describeOpenFailure, isBusy, sqliteErrorCode, storeError } from "./sqlite-errors.ts";

/** Errors after which the connection is reopened: the file may have been repaired or replaced since. */
const BROKEN_CONNECTION = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|PROTOCOL|NOMEM)/;

const PRAGMAS = `
  ${DURABLE_PRAGMAS}
  PRAGMA cache_size = -16384;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA busy_timeout = 0;
`;
const THROWAWAY_PRAGMAS = `${PRAGMAS} PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF;`;

/** Pauses between attempts to write while another connection does. */
const BUSY_BACKOFF = { initialMs: 5 };

/** Access of ports to a database. Errors are as `storeError` returns them. */
export interface Transactions {
  /** Runs work that sees one state of the database. */
  read<T>(work: (sql: Sql) => T): Promise<T>;
  /** Runs work that reads with one statement. Saves the time of a transaction. */
  readOnce<T>(work: (sql: Sql) => T): Promise<T>;
  /** Keeps all changes of the work, or none if it throws. No other connection writes meanwhile. */
  write<T>(work: (sql: Sql) => T): Promise<T>;
  /** Removes all copies of deleted content. Returns false if the database is in use, or the disk is full. */
  purgeDeleted(): Promise<boolean>;
}

/** Makes methods of ports from work that gets the connection before the method's parameters. */
export function methodsOf(database: Transactions) {
  const makerOf =
    (access: "read" | "readOnce" | "write") =>
    <A extends readonly unknown[], T>(work: (sql: Sql, ...values: A) => T) =>
    (...values: A): Promise<T> =>
      database[access]((sql) => work(sql, ...values));
  return { read: makerOf("read"), readOnce: makerOf("readOnce"), write: makerOf("write") };
}

/** A SQLite file in WAL mode, used in short transactions. Other connections may use it at the same time. */
export class SqliteDatabase implements Transactions {
  readonly file: string;
  readonly #busyTimeoutMs: number;
  readonly #isThrowaway: boolean;
  #connection: SqliteConnection | null;
  #activeTransaction: Promise<unknown> | null = null;
  #transactionConnection: SqliteConnection | null = null;
  /** Used by the work of `transaction`. Throws at any other time. */
  readonly within: Transactions;
  #closed = false;

  /** Creates the file if absent. A throwaway one is not synced and keeps deleted content. Throws `StoreUnavailable`. */
  constructor(file: string, busyTimeoutMs: number, isThrowaway = false) {
    this.file = file;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#isThrowaway = isThrowaway;
    this.#connection = this.#connect();
    const within = async <R>(part: (sql: Sql) => R) => {
      if (!this.#transactionConnection) throw new Error("The transaction has ended.");
      return part(this.#transactionConnection);
    };
    this.within = { read: within, readOnce: within, write: within, purgeDeleted: async () => false };
  }

  read<T>(work: (sql: Sql) => T): Promise<T> {
    return this.#run((connection) => connection.transaction(() => work(connection), "BEGIN"));
  }

  readOnce<T>(work: (sql: Sql) => T): Promise<T> {
    return this.#run(work);
  }

  write<T>(work: (sql: Sql) => T): Promise<T> {
    return this.#run((connection) => connection.transaction(() => work(connection)));
  }

  async purgeDeleted(): Promise<boolean> {
    if (this.#isThrowaway) return true;
    return this.#run((connection) => {
      try {
        return purgeDeleted(connection);
      } catch (error) {
        if (isBusy(error) || sqliteErrorCode(error)?.startsWith("SQLITE_FULL")) return false;
        throw error;
      }
    });
  }

  /**
   * Migrates to the newest version. Throws, and changes nothing, if the database is newer, or if it is older and used
   * by a service, which could store nothing afterwards.
   */
  async migrate(migrations: readonly Migration[], isUsed = async () => false): Promise<void> {
    const version = await this.read((sql) => {
      this.#rejectNewerVersion(sql, migrations);
      return schemaVersion(sql);
    });
    if (version > 0 && version < migrations.length && (await isUsed())) {
      const directory = dirname(this.file);
      throw new Error(`A service of an older version uses ${directory}: restart it with this version first.`);
    }
    // Retried by us: SQLite does not wait when two connections change the mode at once.
    await this.exec("PRAGMA journal_mode = WAL");
    await this.write((sql) => {
      this.#rejectNewerVersion(sql, migrations);
      applyMigrations(sql, migrations);
    });
  }

  /** Runs asynchronous work in one transaction that writes. All else waits, so the work must only use `within`. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const { result } = await this.#run((connection) => {
      connection.exec("BEGIN IMMEDIATE");
      const result = this.#finishTransaction(connection, work);
      this.#activeTransaction = result.catch(() => undefined);
      return { result };
    });
    try {
      return await result;
    } finally {
      this.#activeTransaction = null;
    }
  }

  exec(statements: string): Promise<void> {
    return this.#run((connection) => connection.exec(statements));
  }

  async close(): Promise<void> {
    while (this.#activeTransaction) await this.#activeTransaction;
    if (this.#closed) return;
    this.#closed = true;
    this.#disconnect();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Repeats work until no other connection writes. SQLite's own busy timeout would block the whole thread. */
  #run<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    const attempt = async () => {
      while (this.#activeTransaction) await this.#activeTransaction;
      const connection = this.#ensureConnected();
      try {
        return work(connection);
      } catch (error) {
        throw this.#recover(connection, error);
      }
    };
    return retry(attempt, { backoff: BUSY_BACKOFF, isRetryable: isBusy, timeoutMs: this.#busyTimeoutMs });
  }

  async #finishTransaction<T>(connection: SqliteConnection, work: () => Promise<T>): Promise<T> {
    this.#transactionConnection = connection;
    try {
      const result = await work();
      connection.exec("COMMIT");
      return result;
    } catch (error) {
      connection.rollBack();
      throw this.#recover(connection, error);
    } finally {
      this.#transactionConnection = null;
    }
  }

  /** Closes the connection if it cannot be used after the error. Returns the error to throw. */
  #recover(connection: SqliteConnection, error: unknown): unknown {
    if (connection.inTransaction || BROKEN_CONNECTION.test(sqliteErrorCode(error) ?? "")) this.#disconnect();
    if (!sqliteErrorCode(error)?.startsWith("SQLITE_READONLY")) return storeError(error);
    return this.#unavailable("written", error);
  }

  #unavailable(participle: "opened" | "written", error: unknown): StoreUnavailable {
    if (error instanceof StoreFault) return error;
    const reason = describeOpenFailure(this.file, error);
    return new StoreUnavailable(`The database ${this.file} cannot be ${participle}${reason}.`, { cause: error });
  }

  #rejectNewerVersion(sql: Sql, migrations: readonly Migration[]): void {
    const advice = "Start the newer program, or use another directory.";
    rejectNewerVersion(sql, migrations, `The database in ${dirname(this.file)}`, advice);
  }

  #ensureConnected(): SqliteConnection {
    if (this.#closed) throw new StoreUnavailable("The database is closed.");
    // A database that vanished must not be replaced by an empty one.
    if (!this.#connection && !existsSync(this.file))
      throw new StoreUnavailable(`The database ${this.file} is missing.`);
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  #connect(): SqliteConnection {
    try {
      // SQLite's own timeout is used only here: another connection may create the file, or repair it after a crash.
      const pragmas = this.#isThrowaway ? THROWAWAY_PRAGMAS : PRAGMAS;
      return new SqliteConnection(this.file, { openTimeoutMs: this.#busyTimeoutMs, pragmas });
    } catch (error) {
      throw this.#unavailable("opened", error);
    }
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}
