import type { Readable } from "node:stream";

export interface StoredFile {
  readonly stream: Readable;
  /** The stream's length; null if it is unknown before its end. */
  readonly bytes: number | null;
}

/** A range of a file's bytes, counted from 0; `last` is inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** An object store: named files, written whole and read as streams. */
export interface Files {
  /**
   * Writes a file atomically, replacing one with the same key. Returns its size in bytes. Throws the stream's own error
   * if that fails, and then writes nothing.
   */
  put(key: string, content: Readable): Promise<number>;
  /**
   * Returns the file, or a range that lies within it; null if absent. The stream fails if the engine does, and releases
   * the engine when destroyed.
   */
  get(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /**
   * Returns a URL that serves the file without credentials for `seconds`, as gzip-encoded NDJSON; null if the engine
   * has no such URLs.
   */
  presignedUrl(key: string, seconds: number): Promise<string | null>;
  /** Returns the path of a file with this key; absent if the engine keeps files elsewhere than on this machine. */
  readonly localPath?: (key: string) => string;
  /** Removes files; ignores unknown keys. */
  delete(keys: readonly string[]): Promise<void>;
  /** Yields the keys that begin with the prefix, in no particular order. Reads them in batches. */
  list(prefix: string): AsyncIterable<string>;
}
