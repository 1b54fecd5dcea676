import { setTimeout as sleep } from "node:timers/promises";
import { StoreUnavailable } from "../ports/common.ts";
import { isRetryableConflict } from "./mongo-errors.ts";

/** What work gives that was overtaken by others and has to begin anew. */
export const RETRY = Symbol("again");

const MAX_ATTEMPTS = 50;
const MAX_PAUSE_MS = 50;

/**
 * Does the work until it is not overtaken, with pauses at random that grow; it may be done several times. An error by which the server says that
 * others were faster counts as overtaken. Throws `StoreUnavailable` after 50 attempts (about a second).
 */
export async function retryOnConflict<T>(work: (attempt: number) => Promise<T | typeof RETRY>): Promise<T> {
  let cause: unknown;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(Math.random() * Math.min(2 ** attempt, MAX_PAUSE_MS));
    try {
      const result = await work(attempt);
      if (result !== RETRY) return result;
    } catch (error) {
      if (!isRetryableConflict(error)) throw error;
      cause = error;
    }
  }
  throw new StoreUnavailable("MongoDB is too busy: too many change the same at once.", { cause });
}
