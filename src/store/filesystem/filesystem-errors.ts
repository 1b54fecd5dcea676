import { StoreUnavailable } from "../ports/common.ts";

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
