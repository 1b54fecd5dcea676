import { isPropertyMap, type PropertyChange, propertyOf } from "../json/json.ts";
import type { Millis, ProjectId, RequireTurn } from "../store/ports/common.ts";
import type { Groups } from "../store/ports/groups.ts";
import { toIdentifier } from "../values/identifier.ts";
import type { PersonEvent } from "./record-persons.ts";

interface PendingGroupUpdate {
  readonly type: string;
  readonly key: string;
  readonly at: Millis;
  readonly changes: PropertyChange[];
}

/**
 * Registers the group types and groups that events name, and sets the properties of `$groupidentify`. Idempotent.
 * Returns how many changes were refused: groups of types above the limit, and properties above theirs.
 */
export async function recordGroups(
  projectId: ProjectId,
  events: readonly PersonEvent[],
  groups: Groups,
  requireTurn?: RequireTurn,
): Promise<number> {
  const updates = new Map<string, PendingGroupUpdate>();
  const add = (type: string, key: string, at: Millis, change?: PropertyChange) => {
    if (type === "" || key === "") return;
    const id = JSON.stringify([type, key]);
    const update = updates.get(id) ?? { type, key, at, changes: [] };
    if (change) update.changes.push(change);
    updates.set(id, update);
  };
  for (const { event, timestamp, properties } of events) {
    const named = propertyOf(properties, "$groups");
    if (isPropertyMap(named)) {
      for (const [type, key] of Object.entries(named)) add(toIdentifier(type), toIdentifier(key), timestamp);
    }
    if (event !== "$groupidentify") continue;
    const set = propertyOf(properties, "$group_set");
    const type = toIdentifier(propertyOf(properties, "$group_type"));
    const key = toIdentifier(propertyOf(properties, "$group_key"));
    add(type, key, timestamp, isPropertyMap(set) ? { set } : undefined);
  }
  if (updates.size === 0) return 0;
  const wanted = [...updates.values()];
  const types = new Set(await groups.registerTypes(projectId, [...new Set(wanted.map(({ type }) => type))]));
  const accepted = wanted.filter(({ type }) => types.has(type));
  return wanted.length - accepted.length + (await groups.update(projectId, accepted, requireTurn));
}
