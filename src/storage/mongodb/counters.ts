import type { Collections } from "./collections.ts";
import { RETRY, retryOnConflict } from "./retry-on-conflict.ts";

type Sequence = "projects" | "users" | "invites" | `flags ${number}`;

/** Returns the next number of a sequence from 1. Numbers are unique; a failed call may leave a gap. */
export function nextNumber({ counters }: Collections, sequence: Sequence): Promise<number> {
  return retryOnConflict(async () => {
    const options = { upsert: true, returnDocument: "after" } as const;
    const row = await counters.findOneAndUpdate({ _id: sequence }, { $inc: { last: 1 } }, options);
    return row?.last ?? RETRY;
  });
}
