import type { Collection, Filter } from "mongodb";
import { batchesOf } from "../bulk-writes.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { EventRow } from "../row-types.ts";

/** Many, because some servers find all matching events for each batch. */
const MAX_BATCH_EVENTS = 10_000;

/** Implements `Events.delete`. */
export async function deleteEvents(
  events: Collection<EventRow>,
  filter: Filter<EventRow> | null,
  limit: number,
): Promise<number> {
  if (!filter) return 0;
  const oldest = events
    .find(filter, { projection: { _id: 1 } })
    .sort({ timestamp: 1, _id: 1 })
    .limit(Math.min(limit, MAX_BATCH_EVENTS));
  const keys = (await oldest.toArray()).map(({ _id }) => _id);
  let deleted = 0;
  for (const batch of batchesOf(keys)) {
    deleted += (await retryOnConflict(() => events.deleteMany({ _id: { $in: batch } }))).deletedCount;
  }
  return deleted;
}
