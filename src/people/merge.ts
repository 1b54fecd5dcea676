import type { Millis, ProjectId } from "../storage/ports/common.ts";
import type { Persons } from "../storage/ports/persons.ts";
import { isNobody } from "./nobody.ts";

/** Two distinct ids that an event says are one person's. */
export interface MergeWish {
  /** The event's own distinct id: its person stays. */
  readonly distinctId: string;
  readonly other: string;
  readonly at: Millis;
}

/** Why two distinct ids stay apart. */
export type Refusal = "nobody" | "already_identified";

/**
 * Makes the two distinct ids one person's: nobody has them → one new person; one has → it gets the other too; two persons have → the other's
 * is merged into the event's, unless it is identified already. Gives why not, or null. May be repeated.
 */
export async function merge(projectId: ProjectId, wish: MergeWish, persons: Persons): Promise<Refusal | null> {
  const { distinctId, other, at } = wish;
  if (distinctId === other) return null;
  if (isNobody(distinctId) || isNobody(other)) return "nobody";
  const found = await persons.find(projectId, [distinctId, other]);
  const others = found.get(other);
  if (others && found.get(distinctId)?.uuid === others.uuid) return null;
  if (others && !found.has(distinctId)) {
    const owner = await persons.attach(projectId, distinctId, others.uuid);
    if (owner === others.uuid) return null;
  }
  const own = (await persons.ensure(projectId, [{ distinctId, at }])).get(distinctId);
  if (!own) throw new Error(`no person was made for a distinct id of project ${projectId}`);
  const owner = await persons.attach(projectId, other, own.uuid);
  if (owner === own.uuid) return null;
  return (await persons.merge(projectId, own.uuid, owner)) ? null : "already_identified";
}
