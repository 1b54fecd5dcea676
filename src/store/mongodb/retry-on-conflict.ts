import { retry } from "../../lib/threads/retry.ts";
import { StoreUnavailable } from "../ports/common.ts";
import { isRetryableConflict } from "./mongo-errors.ts";

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
