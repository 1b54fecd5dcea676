import { inspect } from "node:util";

const SYSTEM_ERROR = /^E[A-Z]+$/;
const REQUEST_LINE = /^(\w+ \/\S*:?|\w+(?= answered with))/;
const BODY = /^Body: .*/ms;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16,}\b|\b\d{5,}\b/gi;

interface Failure {
  readonly message?: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly cause?: Failure;
}

/** Returns what a test threw, without the wrapper of node:test. */
export function thrownError(error: unknown): unknown {
  return (error as Failure | null)?.cause ?? error;
}

/**
 * Returns a text that failures with the same cause have in common: the system's error, such as a refused connection, or
 * the message without the request, ids and the response's body.
 */
export function failureCause(thrown: unknown): string {
  for (let error = thrown as Failure | undefined; error; error = error.cause) {
    if (typeof error.code === "string" && SYSTEM_ERROR.test(error.code)) return error.code;
  }
  const message = (thrown as Failure | null)?.message ?? (typeof thrown === "string" ? thrown : inspect(thrown));
  return message.replace(REQUEST_LINE, "").replace(BODY, "").replaceAll(ID, "#").trim();
}
