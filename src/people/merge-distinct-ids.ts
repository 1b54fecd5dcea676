import type { Position } from "../storage/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../storage/ports/common.ts";
import type { Persons } from "../storage/ports/persons.ts";
import { isReservedDistinctId } from "./reserved-distinct-ids.ts";

/** Two distinct ids that an event says are one person's. */
export interface MergeRequest {
  /** The event's own distinct id: its person stays. */
  readonly distinctId: string;
  readonly other: string;
  readonly at: Millis;
  /** The event's. */
  readonly position: Position;
}

/** Why two distinct ids stay apart. */
export type MergeRefusal = "nobody" | "already_identified";

export interface MergePorts {
  readonly persons: Persons;
  /** Called before two persons become one, with the position of the event that asks for it. */
  readonly beforeMerge: (position: Position) => Promise<void>;
}

/**
 * Makes the two distinct ids one person's: nobody has them → one new person; one has → it gets the other too; two persons have → the other's
 * is merged into the event's, unless it is identified already. Gives why not, or null. May be repeated.
 */
export async function mergeDistinctIds(
  projectId: ProjectId,
  wish: MergeRequest,
  ports: MergePorts,
): Promise<MergeRefusal | null> {
  const { distinctId, other, at } = wish;
  const { persons } = ports;
  if (distinctId === other) return null;
  if (isReservedDistinctId(distinctId) || isReservedDistinctId(other)) return "nobody";
  const found = await persons.find(projectId, [distinctId, other]);
  const others = found.get(other);
  if (!others) {
    const own = found.get(distinctId) ?? (await persons.ensure(projectId, [{ distinctId, at }])).get(distinctId);
    if (!own) throw new Error(`no person was made for a distinct id of project ${projectId}`);
    return mergeInto(projectId, wish, own.uuid, await persons.attach(projectId, other, own.uuid), ports);
  }
  const own = found.get(distinctId)?.uuid ?? (await persons.attach(projectId, distinctId, others.uuid));
  if (own !== others.uuid && others.isIdentified) return "already_identified";
  return mergeInto(projectId, wish, own, others.uuid, ports);
}

async function mergeInto(
  projectId: ProjectId,
  { position }: MergeRequest,
  into: string,
  from: string,
  { persons, beforeMerge }: MergePorts,
): Promise<MergeRefusal | null> {
  if (into === from) return null;
  await beforeMerge(position);
  return (await persons.merge(projectId, into, from)) ? null : "already_identified";
}
