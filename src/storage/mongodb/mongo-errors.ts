import type { MongoBulkWriteError } from "mongodb";
import {
  MongoAPIError,
  MongoError,
  MongoExpiredSessionError,
  MongoMissingDependencyError,
  MongoNotConnectedError,
  MongoParseError,
  MongoServerError,
} from "mongodb";
import { StoreUnavailable } from "../ports/common.ts";

/** The server's code for a document whose key, or unique value, is there already. */
export const DUPLICATE_KEY = 11000;
const INTERNAL_ERROR = 1;

/**
 * What a server says of the values or commands it was given; the same ones will meet the same answer. Sizes: 2 (and all else that is wrong with a
 * value), 261, 10334, 17280, 17419, 17420, 285999133. Commands that it does not know: 9, 59, 72, 115, 238. Types, names and rules: the others.
 */
const PERMANENT_CODES = new Set<unknown>([
  ...[2, 9, 14, 16, 28, 40, 52, 56, 57, 59, 66, 72, 73, 115, 121, 238, 261, 10334, DUPLICATE_KEY, 11001, 13297, 17280],
  ...[17419, 17420, 285999133],
]);

/** An error of the driver as the ports promise it: `StoreUnavailable` where the same call may succeed later, else as it came. */
export function storeError(error: unknown): unknown {
  if (!isTransient(error)) return error;
  return new StoreUnavailable(`MongoDB cannot be used now: ${sentence(error.message)}`, { cause: error });
}

function isTransient(error: unknown): error is Error {
  if (error instanceof MongoServerError) return !PERMANENT_CODES.has(error.code);
  if (error instanceof MongoNotConnectedError || error instanceof MongoExpiredSessionError) return true;
  if (error instanceof MongoAPIError || error instanceof MongoParseError) return false;
  if (error instanceof MongoMissingDependencyError) return false;
  if (error instanceof MongoError) return true;
  // What a name server says of a mongodb+srv address.
  return error instanceof Error && "syscall" in error && /^query/.test(String(error.syscall));
}

function sentence(message: string): string {
  const line = message.replaceAll(/\s+/g, " ").trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** True where a document with this key, or with a unique value, is there already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** True for WriteConflict, and for a deadlock in PostgreSQL under a server that is built on it. */
export function isWriteConflict(code: unknown): boolean {
  return code === 112 || code === 16908292;
}

/** True where others did the same at the same time, so that trying again makes sense. */
export function isRetryableConflict(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  if (error.code === INTERNAL_ERROR) return /deadlock|duplicate|conflict|concurrent/i.test(error.message);
  return error.code === DUPLICATE_KEY || isWriteConflict(error.code);
}

/** The documents that a bulk could not write, by their place in it, and why. */
export function writeErrors(error: MongoBulkWriteError): { index: number; code: unknown }[] {
  return [error.writeErrors].flat().map(({ index, code }) => ({ index, code }));
}

/** False where it is not certain that a majority has what the bulk wrote. */
export function isConfirmed(error: MongoBulkWriteError): boolean {
  return error.result.getWriteConcernError() === undefined;
}
