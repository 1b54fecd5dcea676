import {
  MongoAPIError,
  type MongoBulkWriteError,
  MongoClientClosedError,
  MongoCursorExhaustedError,
  MongoError,
  MongoExpiredSessionError,
  MongoNotConnectedError,
  MongoParseError,
  MongoServerClosedError,
  MongoServerError,
  MongoTopologyClosedError,
} from "mongodb";
import { PROGRAM } from "../../lib/program-name.ts";
import { retry } from "../../lib/threads/retry.ts";
import { StoreFault, StoreUnavailable } from "../ports/common.ts";

/** The server's code for a duplicate key or a duplicate value of a unique index. */
export const DUPLICATE_KEY = 11000;
const INTERNAL_ERROR = 1;
const SNAPSHOT_TOO_OLD = 239;

/**
 * Errors caused by the values or commands sent, which every repetition meets again. Sizes: 2 (also other invalid
 * values), 15, 257, 261, 10003, 10334, 17280, 17419, 17420, 285999133. Unknown commands: 9, 59, 72, 115, 168, 238.
 * Sharding by another key: 61, 283, 31025. Types, names, indexes and constraints: the others.
 */
const PERMANENT_CODES = new Set<unknown>([
  ...[2, 9, 14, 15, 16, 22, 28, 40, 52, 53, 54, 55, 56, 57, 59, 61, 66, 67, 72, 73, 85, 86, 115, 116, 121, 166, 168],
  ...[171, 197, 238, 241, 257, 261, 283, 10003, 10334, DUPLICATE_KEY, 11001, 13297, 17280, 17419, 17420, 31025],
  285999133,
]);

/** Refusals: of users (11, 13, 18, 31, 8000), or because the deployment cannot do what is asked for (20, 100, 323). */
const REFUSAL_CODES = new Set<unknown>([11, 13, 18, 20, 31, 100, 323, 8000]);

/** Wrong uses to the driver, but a stop and a member that leaves the deployment cause them, too. */
const CLOSED_ERRORS = [
  MongoClientClosedError,
  MongoCursorExhaustedError,
  MongoExpiredSessionError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoTopologyClosedError,
];

/** The driver passes these on as they are, when a connection breaks while a message waits until it can be written. */
const SOCKET_ERRORS = new Set<unknown>(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED", "EHOSTUNREACH"]);

/**
 * Converts a driver error to `StoreUnavailable` if the same call may succeed later, to `StoreFault` if it does so only
 * after the server or the settings are changed. Returns other errors unchanged.
 */
export function storeError(error: unknown): unknown {
  if (error instanceof MongoServerError && REFUSAL_CODES.has(error.code)) {
    const reason = sentence(error.message.replace(/ to execute command .*/s, "")); // which may have what was sent
    const advice = `Check the user, its roles and the deployment: \`${PROGRAM} doctor\` tries all that is needed.`;
    return new StoreFault(`MongoDB refuses the service: ${reason} ${advice}`, { cause: error });
  }
  if (!isTransient(error)) return error;
  return new StoreUnavailable(`MongoDB cannot be used now: ${sentence(error.message)}`, { cause: error });
}

function isTransient(error: unknown): error is Error {
  if (error instanceof MongoServerError) return !PERMANENT_CODES.has(error.code);
  if (CLOSED_ERRORS.some((type) => error instanceof type)) return true;
  if (error instanceof MongoAPIError || error instanceof MongoParseError) return false;
  if (error instanceof MongoError) return true;
  if (!(error instanceof Error && "syscall" in error)) return false;
  // The first is a DNS error for a mongodb+srv URL.
  return /^query/.test(String(error.syscall)) || ("code" in error && SOCKET_ERRORS.has(error.code));
}

function sentence(message: string): string {
  const line = message.replaceAll(/\s+/g, " ").trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Tells whether the server keeps the moment of a snapshot no longer. The error may be converted. */
export function isSnapshotGone(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return cause instanceof MongoServerError && cause.code === SNAPSHOT_TOO_OLD;
}

/** Recognizes WriteConflict, and a deadlock in PostgreSQL (FerretDB). */
export function isWriteConflict(code: unknown): boolean {
  return code === 112 || code === 16908292;
}

export function isRetryableConflict(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  if (error.code === INTERNAL_ERROR) return /deadlock|duplicate|conflict|concurrent/i.test(error.message);
  return error.code === DUPLICATE_KEY || isWriteConflict(error.code);
}

export function writeErrors(error: MongoBulkWriteError): { index: number; code: unknown }[] {
  return [error.writeErrors].flat().map(({ index, code }) => ({ index, code }));
}

/** Returns false if a majority may not have confirmed what the bulk wrote. */
export function isConfirmed(error: MongoBulkWriteError): boolean {
  return error.result.getWriteConcernError() === undefined;
}

/** The result of work that lost a race and must be repeated. */
export const RETRY = Symbol("retry");

class VersionConflict extends Error {}

const MAX_ATTEMPTS = 50;
/** Pauses are random, from 0 to a bound that grows from 2 to 50 ms. */
const BACKOFF = { initialMs: 1, maxMs: 25, jitter: 1 };

/** Repeats `work` after `RETRY` or a write conflict. Throws `StoreUnavailable` after 50 attempts (about a second). */
export async function retryOnConflict<T>(work: (attempt: number) => Promise<T | typeof RETRY>): Promise<T> {
  const attemptWork = async (attempt: number) => {
    const result = await work(attempt);
    if (result === RETRY) throw new VersionConflict();
    return result as T;
  };
  try {
    return await retry(attemptWork, { backoff: BACKOFF, isRetryable: isConflict, maxAttempts: MAX_ATTEMPTS });
  } catch (cause) {
    if (!isConflict(cause)) throw cause;
    throw new StoreUnavailable("MongoDB is too busy: too many concurrent changes of the same documents.", { cause });
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof VersionConflict || isRetryableConflict(error);
}
