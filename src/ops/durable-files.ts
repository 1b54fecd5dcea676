import { constants, createWriteStream, statfsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MIN_FREE_BYTES } from "../ingest/journal/journal-database.ts";
import { syncPath } from "../store/directory.ts";
import { INCOMPLETE_FILE } from "../store/directory-lock.ts";
import { HashingStream } from "./checksums.ts";

const PARTIAL_SUFFIX = ".partial";
const MB = 1e6;
const PRIVATE_DIRECTORY = 0o700;

/** Fills a directory that gets its name once on disk. Throws, with one line, if it or its partial copy exists. */
export async function createAtomically<T>(path: string, fill: (partial: string) => Promise<T>): Promise<T> {
  const target = resolve(path);
  const partial = `${target}${PARTIAL_SUFFIX}`;
  if (!(await isEmptyOrAbsent(target))) throw new Error(`${target} is not empty: choose another directory.`);
  await mkdir(partial, { mode: PRIVATE_DIRECTORY }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new Error(`${partial} is an interrupted backup, or one that still runs: delete it, or choose another name.`);
  });
  try {
    await markIncomplete(partial, "This backup is not complete. If none is running, delete the directory.\n");
    const result = await fill(partial);
    await markComplete(partial);
    await rename(partial, target);
    await syncPath(dirname(target));
    return result;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Throws if the disk has no room for these bytes and the journal, which may be on it, too. */
export function requireDiskSpace(directory: string, bytes = 0): void {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  if (free >= bytes + MIN_FREE_BYTES) return;
  throw new Error(
    `The disk of ${dirname(directory)} has no room for the backup: ${Math.floor(free / MB)} MB are free, ` +
      `and ${Math.ceil((bytes + MIN_FREE_BYTES) / MB)} MB are needed to go on.`,
  );
}

export async function isEmptyOrAbsent(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).every((name) => name === "lost+found"); // a disk of its own has it
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}

/** Keeps services from using the directory. Throws if it is marked already. */
export async function markIncomplete(directory: string, text: string): Promise<void> {
  await writeFile(join(directory, INCOMPLETE_FILE), text, { flag: "wx" });
}

/** Syncs all names, then removes the mark. The files must be synced already. */
export async function markComplete(directory: string): Promise<void> {
  await syncDirectories(directory);
  await rm(join(directory, INCOMPLETE_FILE));
  await syncPath(directory);
}

/** Writes and syncs a new file, with the directories above it. */
export async function writeDurably(path: string, content: Readable) {
  await mkdir(dirname(path), { recursive: true });
  const hashing = new HashingStream();
  await pipeline(content, hashing, createWriteStream(path, { flags: "wx", flush: true }));
  return { bytes: hashing.bytes, sha256: hashing.digest() };
}

export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await syncPath(to);
}

async function syncDirectories(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncDirectories(join(directory, entry.name));
  }
  await syncPath(directory);
}
