import { setImmediate as whenIdle } from "node:timers/promises";
import type { Collections } from "./collections.ts";
import type { MongoDatabase } from "./mongo-database.ts";

/**
 * Returns a function that carries out together what is called at the same time, because a command for each of hundreds
 * of projects takes seconds. `work` is called with all calls once none of their callers has anything left to do, and
 * returns the function that gives each call its result. Its error is that of all calls, so calls that fail must be
 * harmless to repeat.
 */
export function combineCalls<Call, Result>(
  database: MongoDatabase,
  work: (collections: Collections, calls: readonly Call[]) => Promise<(call: Call) => Result>,
): (call: Call) => Promise<Result> {
  let waiting: { readonly calls: Call[]; readonly resultOf: Promise<(call: Call) => Result> } | null = null;
  const begin = () => {
    const calls: Call[] = [];
    const resultOf = whenIdle().then(() => {
      waiting = null;
      return database.run((collections) => work(collections, calls));
    });
    return { calls, resultOf };
  };
  return async (call) => {
    waiting ??= begin();
    const { calls, resultOf } = waiting;
    calls.push(call);
    return (await resultOf)(call);
  };
}
