import { settleAll } from "../lib/settle-all.ts";
import type { Position } from "../store/ports/checkpoints.ts";
import type { IndependentMerge } from "./independent-merges.ts";
import { isReserved, type MergeRequest } from "./merge-request.ts";
import type { PersonBatch } from "./person-batch.ts";

/** Why two distinct ids are not merged. */
export type MergeRefusal = "reserved_distinct_id" | "already_identified";

export interface MergePorts {
  /** Called before persons are merged, with the position of the event. */
  readonly beforeMerge: (position: Position) => Promise<void>;
  /** Returns the merge that is due, and others that may be carried out with it. */
  readonly dueMerges: () => readonly IndependentMerge[];
  /** Called when a merge dropped the properties of one person, because both have more than 1 MB. */
  readonly onPropertiesDropped: () => void;
}

/**
 * Merges the person of the other distinct id into the event's, unless it is identified. Both were ensured, so that they
 * differ only if both had a person before. Returns why not, or null. Idempotent.
 */
export async function mergeDistinctIds(
  batch: PersonBatch,
  request: MergeRequest,
  { beforeMerge, dueMerges, onPropertiesDropped }: MergePorts,
): Promise<MergeRefusal | null> {
  if (isReserved(request)) return "reserved_distinct_id";
  const [into, from] = [batch.get(request.distinctId), batch.get(request.other)];
  if (into === from) return null;
  if (from.isIdentified) return "already_identified";
  await beforeMerge(request.position);
  for (const result of await settleAll(dueMerges().map(({ into, from }) => batch.merge(into, from)))) {
    if (result === "properties_dropped") onPropertiesDropped();
  }
  return batch.get(request.other) === batch.get(request.distinctId) ? null : "already_identified";
}
