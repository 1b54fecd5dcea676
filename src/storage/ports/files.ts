import type { Readable } from "node:stream";

export interface StoredFile {
  readonly stream: Readable;
  /** How many the stream has; null where it is not known before its end. */
  readonly bytes: number | null;
}

/** Some of a file's bytes, counted from 0; `last` is the last of them. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** An object store: named files, written whole and read as streams. */
export interface Files {
  /** Writes a file whole or not at all, in place of one with the same key; gives its size in bytes. The stream's failure is thrown, and nothing is written. */
  put(key: string, content: Readable): Promise<number>;
  /**
   * The file, or a part of it that it has; null where there is none. The stream ends early with an error if the engine fails, and lets go of the
   * engine when destroyed.
   */
  get(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /** An address by which anybody may read the file for so many seconds, told that it is gzipped JSON lines; null where the engine has none to give. */
  presignedUrl(key: string, seconds: number): Promise<string | null>;
  /** Removes files; those that are not there are passed over. */
  delete(keys: readonly string[]): Promise<void>;
  /** The keys that begin with the prefix, in portions. */
  list(prefix: string): AsyncIterable<string>;
}
