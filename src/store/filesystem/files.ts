import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  access,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { makeDirectory, syncPath } from "../directory.ts";
import { StoreUnavailable } from "../ports/common.ts";
import type { Files } from "../ports/files.ts";
import type { FileStore } from "../ports/stores.ts";
import { type Finding, probeFiles } from "../probe.ts";
import { directoryOfPrefix, keyOfPath, pathOfKey, prefixOfDirectory } from "./file-paths.ts";

const MAX_ATTEMPTS = 10;

/**
 * Files below a root directory. `temporary` is a directory within it, whose absence shows that the root is missing.
 * With `syncs` changes survive a power failure.
 */
function folderFiles(root: string, temporary: string, syncs: boolean): Files {
  /** Returns null if the file is missing. Throws if the whole root is, as when a disk is not mounted. */
  const nullIfMissing = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      if (!isMissing(error)) throw storeError(error);
    }
    try {
      await access(temporary);
    } catch (error) {
      throw new StoreUnavailable(`The folder of files ${root} is missing.`, { cause: error });
    }
    return null;
  };
  async function* walk(names: readonly string[], prefix: string): AsyncGenerator<string> {
    const directory = await nullIfMissing(opendir(join(root, ...names)));
    if (!directory) return;
    for await (const entry of directory) {
      if (entry.isDirectory()) {
        const child = [...names, entry.name];
        if (mayContain(child, prefix)) yield* walk(child, prefix);
      } else {
        const key = keyOfPath(names, entry.name);
        if (key?.startsWith(prefix)) yield key;
      }
    }
  }
  return {
    async put(key, content) {
      const { path, bytes } = await writeTemporary(temporary, content, syncs);
      try {
        await moveInto(root, pathOfKey(key), path, syncs);
      } catch (error) {
        await rm(path, { force: true }).catch(() => {});
        throw storeError(error);
      }
      return bytes;
    },

    async get(key, part) {
      const handle = await nullIfMissing(open(join(root, pathOfKey(key)), "r"));
      if (handle === null) return null;
      try {
        const { first, last } = part ?? { first: 0, last: (await handle.stat()).size - 1 };
        const bytes = last - first + 1;
        const stream = bytes > 0 ? handle.createReadStream({ start: first, end: last }) : handle.createReadStream();
        return { stream, bytes };
      } catch (error) {
        await handle.close();
        throw storeError(error);
      }
    },

    presignedUrl: async () => null,
    localPath: (key) => resolve(root, pathOfKey(key)),

    async delete(keys) {
      const paths = keys.map(pathOfKey);
      for (const path of paths) await nullIfMissing(unlink(join(root, path)));
      for (const path of paths) await withStoreErrors(removeEmptyDirectories(root, path, syncs));
    },

    list: (prefix) => walk(directoryOfPrefix(prefix), prefix),
  };
}

/** Tells whether keys in a subdirectory of the prefix's own directory may begin with the prefix. */
function mayContain(names: readonly string[], prefix: string): boolean {
  const directoryPrefix = prefixOfDirectory(names);
  const isWithinSegment = !directoryPrefix.endsWith("/"); // only the whole segment can be compared
  return isWithinSegment || directoryPrefix.startsWith(prefix);
}

/** Moves a file to `path` below the root, and creates its directories. Synced, they survive a power failure. */
async function moveInto(root: string, path: string, from: string, syncs: boolean): Promise<void> {
  const target = join(root, path);
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(target), { recursive: true });
      await rename(from, target);
      break;
    } catch (error) {
      // Another process removed the directory, which was still empty, between the two steps.
      if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
  if (!syncs) return;
  for (const directory of directoriesAbove(path)) await syncDirectory(join(root, directory));
}

/** Syncs the directory of a removed file if told so; then removes it and its parents as long as they are empty. */
async function removeEmptyDirectories(root: string, path: string, syncs: boolean): Promise<void> {
  if (syncs) await syncDirectory(join(root, dirname(path)));
  for (const directory of directoriesAbove(path).slice(0, -1)) {
    try {
      await rmdir(join(root, directory));
    } catch (error) {
      if (!isMissing(error)) return; // it is not empty; any other error only leaves a harmless empty directory
    }
  }
}

function directoriesAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === "." ? [parent] : [parent, ...directoriesAbove(parent)];
}

async function syncDirectory(directory: string): Promise<void> {
  try {
    await syncPath(directory);
  } catch (error) {
    // The directory was removed meanwhile, or the system cannot sync directories.
    if (!isMissing(error) && systemErrorCode(error) !== "EPERM" && systemErrorCode(error) !== "EISDIR") throw error;
  }
}

/** Opens the folder `files`, which processes may share. A throwaway one is not synced. Throws `StoreUnavailable`. */
export async function openFolder(
  directory: string,
  { isThrowaway = false }: { readonly isThrowaway?: boolean | undefined } = {},
): Promise<FileStore> {
  const root = join(directory, "files");
  const temporary = join(root, ".in-progress"); // within the root, because a rename must stay on one file system
  try {
    await makeDirectory(temporary);
    await removeStaleTemporaryFiles(temporary);
  } catch (error) {
    const { message } = error as Error;
    throw new StoreUnavailable(`The directory ${root} cannot be used: ${message}.`, { cause: error });
  }
  return {
    files: folderFiles(root, temporary, !isThrowaway),
    tidy: (unchangedForMs) => withStoreErrors(removeStaleTemporaryFiles(temporary, unchangedForMs)),
    async check() {
      const { path } = await writeTemporary(temporary, Readable.from(["check"]));
      await rm(path, { force: true });
    },
    async close() {},
  };
}

export async function diagnoseFolder(directory: string): Promise<Finding[]> {
  const folder = join(directory, "files");
  const subject = "folder of files";
  if (!existsSync(folder)) return [{ subject, state: "ok", text: `${folder} will be created by the first start` }];
  try {
    const { files, close } = await openFolder(directory);
    const probe = await probeFiles(files).finally(close);
    return [{ subject, state: "ok", text: folder }, probe];
  } catch (error) {
    return [{ subject, state: "fault", text: `${folder}: ${error instanceof Error ? error.message : error}` }];
  }
}

/** A file unchanged for this long belongs to no running writer. */
const STALE_AFTER_MS = 15 * 60 * 1000;

/** Writes a stream to a new file. On failure removes it, and throws the stream's own error or one of `storeError`. */
async function writeTemporary(directory: string, content: Readable, syncs = true) {
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
async function removeStaleTemporaryFiles(directory: string, unchangedForMs = STALE_AFTER_MS): Promise<void> {
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

function isMissing(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Names the code of a system error, such as `ENOSPC`; undefined for other errors. */
function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : undefined;
}
