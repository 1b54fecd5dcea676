import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { sqliteErrorCode } from "./sqlite-errors.ts";

/** SQLite cannot open a database without room for the files beside it. */
const MIN_FREE_BYTES = 1024 * 1024;

/** Explains, after a colon, failures for which SQLite gives no reason, such as a full disk; empty if unknown. */
export function describeOpenFailure(file: string, error: unknown): string {
  if (!(error instanceof Error)) return "";
  const isSystemError = "syscall" in error;
  const reason = isSystemError ? error.message : (findObstacle(file) ?? (sqliteErrorCode(error) && error.message));
  return reason ? `: ${reason}` : "";
}

function findObstacle(file: string): string | undefined {
  const directory = dirname(file);
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const path of [file, `${file}-wal`, `${file}-shm`]) {
      if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    }
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize < MIN_FREE_BYTES ? "the disk is full" : undefined;
  } catch (error) {
    return describeRefusal(error as NodeJS.ErrnoException, directory);
  }
}

function describeRefusal({ code, path, message }: NodeJS.ErrnoException, directory: string): string {
  if (code === "EROFS") return `the file system of ${path} is read-only. Mount it writable, or set another DATA_DIR`;
  if (code !== "EACCES") return message;
  const user = `user ${process.getuid?.()}`;
  return `${user} may not write ${path}. Let this user read and write all of ${directory}, or start as another user`;
}
