import type { Collections } from "./collections.ts";
import { RETRY, retryOnConflict } from "./retry-on-conflict.ts";

/** The next whole number of a count that begins with 1. None is given twice; one may be left out where a call fails. */
export function nextNumber({ counters }: Collections, count: "projects" | "users" | "invites"): Promise<number> {
  return retryOnConflict(async () => {
    const options = { upsert: true, returnDocument: "after" } as const;
    const row = await counters.findOneAndUpdate({ _id: count }, { $inc: { last: 1 } }, options);
    return row?.last ?? RETRY;
  });
}
