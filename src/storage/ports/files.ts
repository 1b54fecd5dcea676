import type { Readable } from "node:stream";

export interface StoredFile {
  readonly stream: Readable;
  /** Null where it is not known before the stream's end. */
  readonly bytes: number | null;
}

/** An object store: named files, written whole and read as streams. */
export interface Files {
  /** Writes a file whole or not at all, in place of one with the same key; gives its size in bytes. The stream's failure is thrown, and nothing is written. */
  put(key: string, content: Readable): Promise<number>;
  /** Null where there is none. The stream ends early with an error if the engine fails, and lets go of the engine when destroyed. */
  get(key: string): Promise<StoredFile | null>;
  /** Removes files; those that are not there are passed over. */
  delete(keys: readonly string[]): Promise<void>;
  /** The keys that begin with the prefix, in portions. */
  list(prefix: string): AsyncIterable<string>;
}
