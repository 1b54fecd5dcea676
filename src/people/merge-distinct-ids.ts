import type { Position } from "../store/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { Persons } from "../store/ports/persons.ts";
import { isReservedDistinctId } from "./reserved-distinct-ids.ts";

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
  readonly persons: Persons;
  /** Called before two persons are merged, with the position of the event. */
  readonly beforeMerge: (position: Position) => Promise<void>;
  /** Called when a merge dropped the properties of one person, because both have more than 1 MB. */
  readonly onPropertiesDropped?: () => void;
}

/**
 * Gives two distinct ids one person. If neither has one, a new one; if one has, that one; if both have, the other's is
 * merged into the event's, unless the other is identified. Returns why not, or null. Idempotent.
 */
export async function mergeDistinctIds(
  projectId: ProjectId,
  request: MergeRequest,
  ports: MergePorts,
): Promise<MergeRefusal | null> {
  const { distinctId, other, at } = request;
  const { persons } = ports;
  if (distinctId === other) return null;
  if (isReservedDistinctId(distinctId) || isReservedDistinctId(other)) return "reserved_distinct_id";
  const found = await persons.summarize(projectId, [distinctId, other]); // their properties may be large
  const others = found.get(other);
  if (!others) {
    const own = found.get(distinctId) ?? (await persons.ensure(projectId, [{ distinctId, at }])).get(distinctId);
    if (!own) throw new Error(`no person was made for a distinct id of project ${projectId}`);
    return mergeInto(projectId, request, own.uuid, await persons.attach(projectId, other, own.uuid), ports);
  }
  const own = found.get(distinctId)?.uuid ?? (await persons.attach(projectId, distinctId, others.uuid));
  if (own !== others.uuid && others.isIdentified) return "already_identified";
  return mergeInto(projectId, request, own, others.uuid, ports);
}

async function mergeInto(
  projectId: ProjectId,
  { position }: MergeRequest,
  into: string,
  from: string,
  { persons, beforeMerge, onPropertiesDropped }: MergePorts,
): Promise<MergeRefusal | null> {
  if (into === from) return null;
  await beforeMerge(position);
  const result = await persons.merge(projectId, into, from);
  if (result === "properties_dropped") onPropertiesDropped?.();
  return result ? null : "already_identified";
}
