import { StoreUnavailable } from "../ports/common.ts";

/** What SQLite says of the values it was given; the same values will meet the same answer. */
const PERMANENT_CODES = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|MISUSE|AUTH)/;
/** A database that somebody damaged or emptied: to be mended by hand, after which the call succeeds. */
const DAMAGED_SCHEMA = /^no such (table|column|index)|has no column named|^database schema/;

/** An error of the driver as the ports promise it: `StoreUnavailable` where the same call may succeed later, else as it came. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const code = sqliteErrorCode(error);
  if (code === undefined || PERMANENT_CODES.test(code)) return error;
  if (code === "SQLITE_ERROR" && !DAMAGED_SCHEMA.test(error.message)) return error;
  return new StoreUnavailable(`The database cannot be used now: ${error.message}.`, { cause: error });
}

/** The name of SQLite's result code, such as `SQLITE_BUSY`; undefined where the error is not of SQLite. */
export function sqliteErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : undefined;
}

/** True where another connection has what the call needs, and lets go of it soon. */
export function isBusy(error: unknown): boolean {
  const code = sqliteErrorCode(error) ?? sqliteErrorCode(error instanceof Error ? error.cause : undefined);
  return code?.startsWith("SQLITE_BUSY") === true;
}
