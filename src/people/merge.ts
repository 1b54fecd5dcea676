import type { Position } from "../storage/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../storage/ports/common.ts";
import type { Persons } from "../storage/ports/persons.ts";
import { isNobody } from "./nobody.ts";

/** Two distinct ids that an event says are one person's. */
export interface MergeWish {
  /** The event's own distinct id: its person stays. */
  readonly distinctId: string;
  readonly other: string;
  readonly at: Millis;
  /** The event's. */
  readonly position: Position;
}

/** Why two distinct ids stay apart. */
export type Refusal = "nobody" | "already_identified";

export interface MergePorts {
  readonly persons: Persons;
  /** Called before two persons become one, with the position of the event that asks for it. */
  readonly beforeMerge: (position: Position) => Promise<void>;
}

/**
 * Makes the two distinct ids one person's: nobody has them → one new person; one has → it gets the other too; two persons have → the other's
 * is merged into the event's, unless it is identified already. Gives why not, or null. May be repeated.
 */
export async function merge(projectId: ProjectId, wish: MergeWish, ports: MergePorts): Promise<Refusal | null> {
  const { distinctId, other, at } = wish;
  const { persons } = ports;
  if (distinctId === other) return null;
  if (isNobody(distinctId) || isNobody(other)) return "nobody";
  const found = await persons.find(projectId, [distinctId, other]);
  const others = found.get(other);
  if (!others) {
    const own = found.get(distinctId) ?? (await persons.ensure(projectId, [{ distinctId, at }])).get(distinctId);
    if (!own) throw new Error(`no person was made for a distinct id of project ${projectId}`);
    return join(projectId, wish, own.uuid, await persons.attach(projectId, other, own.uuid), ports);
  }
  const own = found.get(distinctId)?.uuid ?? (await persons.attach(projectId, distinctId, others.uuid));
  if (own !== others.uuid && others.isIdentified) return "already_identified";
  return join(projectId, wish, own, others.uuid, ports);
}

async function join(
  projectId: ProjectId,
  { position }: MergeWish,
  into: string,
  from: string,
  { persons, beforeMerge }: MergePorts,
): Promise<Refusal | null> {
  if (into === from) return null;
  await beforeMerge(position);
  return (await persons.merge(projectId, into, from)) ? null : "already_identified";
}
