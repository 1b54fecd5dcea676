import type { Readable } from "node:stream";

export interface StoredFile {
  readonly stream: Readable;
  /** Null if it is unknown before the stream ends. */
  readonly bytes: number | null;
}

/** A range of bytes, counted from 0; `last` is inclusive. */
export type ByteRange = { readonly first: number; readonly last: number };

/** An object store: named files, written whole and read as streams. */
export interface Files {
  /** Writes or replaces a file atomically. Returns its bytes. Throws the stream's error, and then writes nothing. */
  put(key: string, content: Readable): Promise<number>;
  /** Returns the file or a range in it; null if absent. Its stream fails with the engine; destroying it frees that. */
  get(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /** Returns a URL to the file without credentials, as gzip-encoded NDJSON; null if the engine has no such URLs. */
  presignedUrl(key: string, seconds: number): Promise<string | null>;
  /** Absent if the engine keeps files elsewhere than on this machine. */
  readonly localPath?: (key: string) => string;
  /** Ignores unknown keys. */
  delete(keys: readonly string[]): Promise<void>;
  /** Yields the keys that begin with the prefix, in any order, read in batches. */
  list(prefix: string): AsyncIterable<string>;
}
