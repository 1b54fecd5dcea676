import { StoreFault, StoreUnavailable } from "../ports/common.ts";

/** Errors caused by the values of a call: the same call fails again. */
const PERMANENT_CODES = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|MISUSE|AUTH)/;
/** Errors of a damaged or emptied database: the call succeeds after a repair. */
const DAMAGED_SCHEMA = /^no such (table|column|index)|has no column named|^database schema/;

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
