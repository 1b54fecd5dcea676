import { randomUUID } from "node:crypto";
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { StoreUnavailable } from "../ports/common.ts";

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
    await using handle = await withStoreErrors(open(path, "wx"));
    const bytes = await copy(content, handle);
    if (syncs) await withStoreErrors(handle.sync());
    return { path, bytes };
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

/** Errors caused by the file's name, not by the state of the file system. */
const PERMANENT_CODES = new Set(["ENAMETOOLONG", "EINVAL", "EILSEQ", "ERR_INVALID_ARG_VALUE", "ERR_INVALID_ARG_TYPE"]);

/** Converts a system error to `StoreUnavailable` if the same call may succeed later; returns other errors unchanged. */
export function storeError(error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === undefined || PERMANENT_CODES.has(code)) return error;
  return new StoreUnavailable(`The files cannot be used now (${code}).`, { cause: error });
}

export function isMissing(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Names the code of a system error, such as `ENOSPC`; undefined for other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : undefined;
}
