import type { MongoBulkWriteError } from "mongodb";
import {
  MongoAPIError,
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
import { StoreUnavailable } from "../ports/common.ts";

/** The server's code for a duplicate key or a duplicate value of a unique index. */
export const DUPLICATE_KEY = 11000;
const INTERNAL_ERROR = 1;

/**
 * Errors caused by the values or commands sent, which every repetition meets again. Sizes: 2 (also other invalid
 * values), 261, 10334, 17280, 17419, 17420, 285999133. Unknown commands: 9, 59, 72, 115, 238. Types, names and
 * constraints: the others.
 */
const PERMANENT_CODES = new Set<unknown>([
  ...[2, 9, 14, 16, 28, 40, 52, 56, 57, 59, 66, 72, 73, 115, 121, 238, 261, 10334, DUPLICATE_KEY, 11001, 13297, 17280],
  ...[17419, 17420, 285999133],
]);

/** For the driver these are wrong uses of it, but a stop and a member that leaves the deployment cause them too. */
const CLOSED_ERRORS = [
  MongoClientClosedError,
  MongoCursorExhaustedError,
  MongoExpiredSessionError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoTopologyClosedError,
];

/** Converts a driver error to `StoreUnavailable` if the same call may succeed later; returns other errors unchanged. */
export function storeError(error: unknown): unknown {
  if (!isTransient(error)) return error;
  return new StoreUnavailable(`MongoDB cannot be used now: ${sentence(error.message)}`, { cause: error });
}

function isTransient(error: unknown): error is Error {
  if (error instanceof MongoServerError) return !PERMANENT_CODES.has(error.code);
  if (CLOSED_ERRORS.some((type) => error instanceof type)) return true;
  if (error instanceof MongoAPIError || error instanceof MongoParseError) return false;
  if (error instanceof MongoError) return true;
  // A DNS error for a mongodb+srv URL.
  return error instanceof Error && "syscall" in error && /^query/.test(String(error.syscall));
}

function sentence(message: string): string {
  const line = message.replaceAll(/\s+/g, " ").trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Returns true for WriteConflict, and for a deadlock in PostgreSQL (FerretDB). */
export function isWriteConflict(code: unknown): boolean {
  return code === 112 || code === 16908292;
}

/** Returns whether the error was caused by a concurrent write, so that a retry makes sense. */
export function isRetryableConflict(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  if (error.code === INTERNAL_ERROR) return /deadlock|duplicate|conflict|concurrent/i.test(error.message);
  return error.code === DUPLICATE_KEY || isWriteConflict(error.code);
}

/** Returns the index and the error code of each document that a bulk write could not write. */
export function writeErrors(error: MongoBulkWriteError): { index: number; code: unknown }[] {
  return [error.writeErrors].flat().map(({ index, code }) => ({ index, code }));
}

/** Returns false if a majority may not have confirmed what the bulk wrote. */
export function isConfirmed(error: MongoBulkWriteError): boolean {
  return error.result.getWriteConcernError() === undefined;
}
