import type { Position } from "../store/ports/checkpoints.ts";
import type { Millis } from "../store/ports/common.ts";
import { isReservedDistinctId } from "../values/identifier.ts";
import type { BatchPerson, PersonBatch } from "./person-batch.ts";

/** Two distinct ids that belong to one person, according to an event. */
export interface MergeRequest {
  /** The event's own distinct id, whose person is kept. */
  readonly distinctId: string;
  readonly other: string;
  readonly at: Millis;
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
 * Gives two distinct ids, which the batch has read, one person. If neither has one, a new one; if one has, that one; if
 * both have, the other's is merged into the event's, unless the other is identified. Returns why not, or null.
 * Idempotent.
 */
export async function mergeDistinctIds(
  batch: PersonBatch,
  request: MergeRequest,
  ports: MergePorts,
): Promise<MergeRefusal | null> {
  const { distinctId, other, at } = request;
  if (isReservedDistinctId(distinctId) || isReservedDistinctId(other)) return "reserved_distinct_id";
  const others = batch.find(other);
  if (!others) {
    await batch.ensure([{ distinctId, at }]);
    const own = batch.find(distinctId);
    if (!own) throw new Error(`no person was made for the distinct id of a merge`);
    return mergeInto(batch, request, own, await batch.attach(other, own), ports);
  }
  const own = batch.find(distinctId) ?? (await batch.attach(distinctId, others));
  if (own !== others && others.isIdentified) return "already_identified";
  return mergeInto(batch, request, own, others, ports);
}

async function mergeInto(
  batch: PersonBatch,
  { position }: MergeRequest,
  into: BatchPerson,
  from: BatchPerson,
  { beforeMerge, onPropertiesDropped }: MergePorts,
): Promise<MergeRefusal | null> {
  if (into === from) return null;
  await beforeMerge(position);
  const result = await batch.merge(into, from);
  if (result === "properties_dropped") onPropertiesDropped();
  return result ? null : "already_identified";
}
