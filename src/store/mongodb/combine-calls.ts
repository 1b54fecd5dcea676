import { setImmediate as whenIdle } from "node:timers/promises";
import type { Collections } from "./collections.ts";
import type { MongoDatabase } from "./mongo-database.ts";

/**
 * Combines calls of the same time, because a command for each of hundreds of projects takes seconds. `work` begins
 * once no caller has anything left to do. Its error fails all calls, so they must be harmless to repeat.
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
