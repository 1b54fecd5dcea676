import { findByIds, insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { RETRY, retryOnConflict } from "./mongo-errors.ts";

type Sequence = `flags ${number}` | `erasures ${number}`;

/** Returns the next number of a sequence from 1. Numbers are unique; a failed call may leave a gap. */
export function nextNumber({ counters }: Collections, sequence: Sequence): Promise<number> {
  return retryOnConflict(async () => {
    const row = await counters.findOneAndUpdate({ _id: sequence }, { $inc: { last: 1 } }, { returnDocument: "after" });
    if (row) return row.last;
    // An upsert would return 1 to several of the first callers, on some servers.
    await insertMissing(counters, [{ _id: sequence, name: sequence, last: 0, version: "new" }]);
    return RETRY;
  });
}

export async function lastNumbers(
  { counters }: Collections,
  sequences: readonly Sequence[],
): Promise<Map<string, number>> {
  return new Map((await findByIds(counters, sequences)).map(({ _id, last }) => [_id, last]));
}
