import { randomUUID } from "node:crypto";
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { isMissing, storeError } from "./filesystem-errors.ts";

/** A file unchanged for this long belongs to no running writer. */
const STALE_AFTER_MS = 15 * 60 * 1000;

/** Complete, but not at its path yet. */
export interface TemporaryFile {
  readonly path: string;
  readonly bytes: number;
}

/** Writes a stream to a new file. On failure removes it, and throws the stream's own error or one of `storeError`. */
export async function writeTemporary(directory: string, content: Readable, syncs = true): Promise<TemporaryFile> {
  const path = join(directory, randomUUID());
  try {
    const handle = await withStoreErrors(open(path, "wx"));
    try {
      const bytes = await copy(content, handle);
      if (syncs) await withStoreErrors(handle.sync());
      return { path, bytes };
    } finally {
      await handle.close();
    }
  } catch (error) {
    content.destroy();
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

async function copy(content: Readable, handle: FileHandle): Promise<number> {
  let bytes = 0;
  for await (const chunk of content) {
    const buffer = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
    await withStoreErrors(handle.appendFile(buffer));
    bytes += buffer.byteLength;
  }
  return bytes;
}

/** Converts errors of the file system, so that only those of the stream remain unchanged. */
async function withStoreErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storeError(error);
  }
}

/** Removes the temporary files of interrupted writers; keeps recent ones, which another process may be writing. */
export async function removeStaleTemporaryFiles(directory: string, unchangedForMs = STALE_AFTER_MS): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    try {
      if (Date.now() - (await stat(path)).mtimeMs > unchangedForMs) await rm(path, { recursive: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
