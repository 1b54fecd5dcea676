import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import Database from "libsql";
import { describeOpenFailure } from "./sqlite/sqlite-errors.ts";

const LOCK_FILE = "service.lock";
/** Marks a directory that a backup or a restore has not completed. */
export const INCOMPLETE_FILE = "INCOMPLETE";

const own = new Set<string>();

/**
 * Locks the directory, and returns the function that unlocks it. Throws one line if another service has locked it, it
 * cannot be used, or a restore was interrupted. The operating system releases the lock of a process that ends or is
 * killed.
 */
export function lockDirectory(directory: string): () => void {
  const unlock = tryLock(directory);
  if (!unlock) throw new Error(`Another service uses the directory ${directory}: each needs a DATA_DIR of its own.`);
  if (!existsSync(join(directory, INCOMPLETE_FILE))) {
    const path = resolve(directory);
    own.add(path);
    return () => {
      own.delete(path);
      unlock();
    };
  }
  unlock();
  throw new Error(`${directory} is not complete: delete what is in it, and restore the backup again.`);
}

/** Returns whether a service has locked the directory. Throws if it cannot be used. */
export function isDirectoryLocked(directory: string): boolean {
  const unlock = tryLock(directory);
  unlock?.();
  return unlock === null;
}

/** Ignores a lock of this thread. Throws if the directory cannot be used. */
export function isLockedElsewhere(directory: string): boolean {
  return !own.has(resolve(directory)) && isDirectoryLocked(directory);
}

function tryLock(directory: string): (() => void) | null {
  const file = openLockFile(directory);
  try {
    file.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return null;
    throw unusableDirectoryError(directory, error);
  }
  return () => {
    file.exec("ROLLBACK");
    file.close();
  };
}

function openLockFile(directory: string): Database.Database {
  try {
    mkdirSync(directory, { recursive: true });
    return new Database(join(directory, LOCK_FILE), { timeout: 0 });
  } catch (error) {
    throw unusableDirectoryError(directory, error);
  }
}

function unusableDirectoryError(directory: string, cause: unknown): Error {
  const reason = describeOpenFailure(join(directory, LOCK_FILE), cause);
  return new Error(`The directory ${directory} cannot be used${reason}.`, { cause });
}
