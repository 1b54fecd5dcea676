import { type Db, MongoClient } from "mongodb";
import { StoreUnavailable } from "../ports/common.ts";
import { type Collections, collectionsOf } from "./collections.ts";
import { storeError } from "./mongo-errors.ts";

export interface MongoOptions {
  /** `mongodb://` or `mongodb+srv://`, with hosts, credentials and whatever else the driver takes. */
  readonly url: string;
  readonly database: string;
  /** Connections to each server, at most. */
  readonly poolSize: number;
  /** How long a server may take to be found, to connect and to answer, each. */
  readonly timeoutMs: number;
  /** Is told in a sentence what works and yet is not well. */
  readonly warn: (message: string) => void;
}

/**
 * One database of a MongoDB deployment. Writes are confirmed by a majority, and repeated once by the driver where the deployment allows it; reads
 * go to the primary, so that they see what was written before.
 */
export class MongoDatabase {
  readonly #client: MongoClient;
  readonly #db: Db;
  #collections: Collections;
  readonly #timeoutMs: number;
  #closed = false;

  /** Connects when it is first used. Throws an ordinary error for an address that cannot be one. */
  constructor({ url, database, poolSize, timeoutMs }: MongoOptions) {
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
    });
    this.#db = this.#client.db(database);
    this.#collections = collectionsOf(this.#db, "local");
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Finds out whether this is one server, and not a replica set or a sharded cluster. Before, and where it is, reads whose answers must never
   * change are as all others: see `collectionsOf`.
   */
  async detectStandalone(): Promise<boolean> {
    const { setName, msg } = await this.withDb((db) => db.command({ hello: 1 }));
    const isOne = setName === undefined && msg !== "isdbgrid";
    if (!isOne) this.#collections = collectionsOf(this.#db, "majority");
    return isOne;
  }

  /** Does the work. Errors are as `storeError` gives them. */
  run<T>(work: (collections: Collections) => Promise<T>): Promise<T> {
    return this.withDb(() => work(this.#collections));
  }

  /** The same, for what is not about documents. */
  async withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreUnavailable("The connection to MongoDB is closed.");
    try {
      return await work(this.#db);
    } catch (error) {
      throw storeError(error);
    }
  }

  /** Returns if the server answers in time. */
  async ping(): Promise<void> {
    await this.withDb((db) => db.command({ ping: 1 }, { timeoutMS: this.#timeoutMs }));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#client.close();
  }
}
