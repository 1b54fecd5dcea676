import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { PROGRAM, shellWord } from "../../lib/program-name.ts";
import { newestBackup } from "../newest-backup.ts";
import { StoreFault, StoreUnavailable } from "../ports/common.ts";

/** Errors caused by the values of a call: the same call fails again. */
const PERMANENT_CODES = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|MISUSE|AUTH)/;
/** Errors of a damaged or emptied database: the call succeeds after a repair. */
const DAMAGED_SCHEMA = /^no such (table|column|index)|has no column named|^database schema/;

/** SQLite cannot open a database without room for the files beside it. */
const MIN_FREE_BYTES = 1024 * 1024;

/** Maps a driver's error to what the ports promise: `StoreUnavailable` if a retry may succeed, else unchanged. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const code = sqliteErrorCode(error);
  if (code === undefined || PERMANENT_CODES.test(code)) return error;
  if (code === "SQLITE_ERROR" && !DAMAGED_SCHEMA.test(error.message)) return error;
  return new StoreUnavailable(`The database cannot be used now: ${error.message}.`, { cause: error });
}

export function isDamage(error: unknown): error is Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteErrorCode(error) ?? "");
}

/** Names SQLite's result code, such as `SQLITE_BUSY`; undefined for other errors. */
export function sqliteErrorCode(error: unknown): string | undefined {
  if (error instanceof StoreFault) return sqliteErrorCode(error.cause);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : undefined;
}

/** Tells whether another connection holds the lock that the call needs. */
export function isBusy(error: unknown): boolean {
  const code = sqliteErrorCode(error) ?? sqliteErrorCode(error instanceof Error ? error.cause : undefined);
  return code?.startsWith("SQLITE_BUSY") === true;
}

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

export interface Damage {
  readonly file: string;
  readonly problem: string;
  /** The statement that failed because of it; empty if it was found in another way. */
  readonly statement: string;
}

const CHANNEL = "sightline.damage";

/** Tells all threads of the process. */
export function reportDamage(damage: Damage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(damage);
  channel.close();
}

/** Calls the listener with each damage that any thread reports. Returns a function that ends this. */
export function watchDamage(listener: (damage: Damage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event) => listener((event as { data: Damage }).data);
  channel.unref();
  return () => channel.close();
}

export function describeDamage({ file, problem }: Pick<Damage, "file" | "problem">): string {
  const directory = dirname(file);
  const backup = newestBackup(directory);
  const newest = backup ? `; the newest known is ${backup.directory}, of ${backup.begun}` : "";
  const command = `${PROGRAM} verify ${shellWord(directory)}`;
  return `The database ${file} is damaged (${problem}). Run \`${command}\`, and restore a backup${newest}.`;
}
