import { type ClientSession, type Collection, type CommandStartedEvent, type Db, MongoClient } from "mongodb";
import { StoreUnavailable } from "../ports/common.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import { type Collections, collectionsOf } from "./collections.ts";
import { storeError } from "./mongo-errors.ts";
import type { RecordRow } from "./record-documents.ts";

export interface MongoOptions {
  /** `mongodb://` or `mongodb+srv://`, with hosts, credentials and the driver's options. */
  readonly url: string;
  readonly database: string;
  readonly poolSize: number;
  /** Limits each of: finding a server, connecting, answering. */
  readonly timeoutMs: number;
  /** Called with a sentence if the database works but its setup is not safe. */
  readonly warn: (message: string) => void;
  readonly recordKinds?: readonly RecordKindSpec[];
  readonly onCommand?: (event: CommandStartedEvent) => void;
}

/** The wire version of the first server with snapshot reads outside of transactions. */
const MONGODB_5_0 = 13;

/** Writes wait for a majority; the driver may retry them once. Reads go to the primary, so they see earlier writes. */
export class MongoDatabase {
  readonly #client: MongoClient;
  readonly #db: Db;
  #collections: Collections;
  /** The read concern of what must survive a failover: see `collectionsOf`. */
  #durableLevel: "local" | "majority" = "local";
  readonly #timeoutMs: number;
  #closed = false;

  /** Connects on first use. Throws an ordinary error if the URL is invalid. */
  constructor({ url, database, poolSize, timeoutMs, onCommand }: MongoOptions) {
    this.#client = new MongoClient(url, {
      appName: "sightline",
      maxPoolSize: poolSize,
      waitQueueTimeoutMS: timeoutMs,
      serverSelectionTimeoutMS: timeoutMs,
      connectTimeoutMS: timeoutMs,
      socketTimeoutMS: timeoutMs,
      retryReads: true,
      retryWrites: true,
      readPreference: "primary",
      readConcern: { level: "local" },
      writeConcern: { w: "majority" },
      monitorCommands: onCommand !== undefined,
    });
    if (onCommand) this.#client.on("commandStarted", onCommand);
    this.#db = this.#client.db(database);
    this.#collections = collectionsOf(this.#db, this.#durableLevel);
    this.#timeoutMs = timeoutMs;
  }

  /** Detects a single server; otherwise switches to majority reads: see `collectionsOf`. */
  async detectStandalone(): Promise<boolean> {
    const { setName, msg } = await this.withDb((db) => db.command({ hello: 1 }));
    const isStandalone = setName === undefined && msg !== "isdbgrid";
    this.#durableLevel = isStandalone ? "local" : "majority";
    this.#collections = collectionsOf(this.#db, this.#durableLevel);
    return isStandalone;
  }

  /** Tells whether reads of several collections can see one moment. */
  async hasSnapshots(): Promise<boolean> {
    if (await this.detectStandalone()) return false;
    return (await this.withDb((db) => db.command({ hello: 1 }))).maxWireVersion >= MONGODB_5_0;
  }

  /** Throws errors as converted by `storeError`. */
  run<T>(work: (collections: Collections) => Promise<T>): Promise<T> {
    return this.withDb(() => work(this.#collections));
  }

  /** Makes a method of a port from work that gets the collections before the method's parameters. */
  method<A extends readonly unknown[], T>(work: (collections: Collections, ...values: A) => Promise<T>) {
    return (...values: A): Promise<T> => this.run((collections) => work(collections, ...values));
  }

  withRecords<T>({ name }: RecordKindSpec, work: (rows: Collection<RecordRow>) => Promise<T>): Promise<T> {
    return this.withDb((db) => work(db.collection(name, { readConcern: { level: this.#durableLevel } })));
  }

  async withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreUnavailable("The connection to MongoDB is closed.");
    try {
      return await work(this.#db);
    } catch (error) {
      throw storeError(error);
    }
  }

  /** Runs `work` in a session; with `snapshot` all its reads see one moment. */
  async withSession<T>(
    options: { snapshot: boolean },
    work: (db: Db, session: ClientSession) => Promise<T>,
  ): Promise<T> {
    return this.withDb((db) => this.#client.withSession(options, (session) => work(db, session)));
  }

  /** Resolves if the server answers in time. */
  async ping(): Promise<void> {
    await this.withDb((db) => db.command({ ping: 1 }, { timeoutMS: this.#timeoutMs }));
  }

  /** Returns the bytes of all collections and indexes, which the server knows without reading them. */
  async size(): Promise<number> {
    const { storageSize, indexSize } = await this.withDb((db) => db.stats());
    return Number(storageSize) + Number(indexSize);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#client.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
