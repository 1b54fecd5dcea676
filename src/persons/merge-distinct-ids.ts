import { settleAll } from "../lib/settle-all.ts";
import type { Position } from "../store/ports/checkpoints.ts";
import type { IndependentMerge } from "./independent-merges.ts";
import { isReserved, type MergeRequest } from "./merge-request.ts";
import type { PersonBatch } from "./person-batch.ts";

export type MergeRefusal = "reserved_distinct_id" | "already_identified";

export interface MergePorts {
  readonly beforeMerge: (position: Position) => Promise<void>;
  /** Returns the due merge, and others that may be carried out with it. */
  readonly dueMerges: () => readonly IndependentMerge[];
  /** Called when a merge drops one person's properties, because both have more than 1 MB. */
  readonly onPropertiesDropped: () => void;
}

/** Merges the other person into the event's, unless it is identified. Both must be ensured. Idempotent. */
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
