import type { Position } from "../store/ports/checkpoints.ts";
import { isReservedDistinctId } from "../values/identifier.ts";
import type { PersonBatch } from "./person-batch.ts";

/** Two distinct ids that belong to one person, according to an event. */
export interface MergeRequest {
  /** The event's own distinct id, whose person is kept. */
  readonly distinctId: string;
  readonly other: string;
  /** The position of the event. */
  readonly position: Position;
}

/** Why two distinct ids are not merged. */
export type MergeRefusal = "reserved_distinct_id" | "already_identified";

export interface MergePorts {
  /** Called before two persons are merged, with the position of the event. */
  readonly beforeMerge: (position: Position) => Promise<void>;
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
  { beforeMerge, onPropertiesDropped }: MergePorts,
): Promise<MergeRefusal | null> {
  if (isReserved(request)) return "reserved_distinct_id";
  const [into, from] = [batch.get(request.distinctId), batch.get(request.other)];
  if (into === from) return null;
  if (from.isIdentified) return "already_identified";
  await beforeMerge(request.position);
  const result = await batch.merge(into, from);
  if (result === "properties_dropped") onPropertiesDropped();
  return result ? null : "already_identified";
}

/** Returns whether one of the two is a name that many clients use by mistake: it would merge them all. */
export function isReserved({ distinctId, other }: Pick<MergeRequest, "distinctId" | "other">): boolean {
  return isReservedDistinctId(distinctId) || isReservedDistinctId(other);
}
