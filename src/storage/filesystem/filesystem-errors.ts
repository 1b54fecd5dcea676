import { StoreUnavailable } from "../ports/common.ts";

/** What a file system refuses because of the name, not of its state. */
const PERMANENT_CODES = new Set(["ENAMETOOLONG", "EINVAL", "EILSEQ", "ERR_INVALID_ARG_VALUE", "ERR_INVALID_ARG_TYPE"]);

/** An error of the file system as the ports promise it: `StoreUnavailable` where the same call may succeed later, else as it came. */
export function storeError(error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === undefined || PERMANENT_CODES.has(code)) return error;
  return new StoreUnavailable(`The files cannot be used now (${code}).`, { cause: error });
}

/** True where the error says that there is no such file or directory. */
export function isMissing(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** The name of the system's error, such as `ENOSPC`; undefined where the error is not of the system. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : undefined;
}
