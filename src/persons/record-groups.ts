import { toIdentifier } from "../lib/identifier.ts";
import { isPropertyMap, type PropertyChange, propertyOf } from "../lib/json/json.ts";
import type { Millis, ProjectId, RequireTurn } from "../store/ports/common.ts";
import type { Groups, GroupUpdate } from "../store/ports/persons.ts";
import type { KnownIds, PersonEvent } from "./record-persons.ts";

type PendingGroupUpdate = GroupUpdate & { readonly changes: PropertyChange[] };

export interface RecordGroupsPorts {
  readonly groups: Groups;
  readonly knownGroups: KnownIds;
  /** May throw `TurnEnded`. */
  readonly requireTurn?: RequireTurn | undefined;
}

/** Records named groups and `$groupidentify`. Idempotent. Returns how many types and properties exceeded limits. */
export async function recordGroups(
  projectId: ProjectId,
  events: readonly PersonEvent[],
  { groups, knownGroups, requireTurn }: RecordGroupsPorts,
): Promise<number> {
  const updates = new Map<string, PendingGroupUpdate>();
  const add = (type: string, key: string, at: Millis, change?: PropertyChange) => {
    if (type === "" || key === "") return;
    const id = idOf(type, key);
    if (!change && knownGroups.has(projectId, id)) return;
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
  const types = new Set(wanted.map(({ type }) => type));
  const unknown = [...types].filter((type) => !knownGroups.has(projectId, idOf(type)));
  if (unknown.length > 0) {
    const registered = await groups.registerTypes(projectId, unknown);
    for (const type of unknown) if (!registered.includes(type)) types.delete(type);
    knownGroups.add(
      projectId,
      registered.map((type) => idOf(type)),
    );
  }
  const accepted = wanted.filter(({ type }) => types.has(type));
  const refused = await groups.update(projectId, accepted, requireTurn);
  knownGroups.add(
    projectId,
    accepted.map(({ type, key }) => idOf(type, key)),
  );
  return wanted.length - accepted.length + refused;
}

/** Identifies a group, or a type. JSON would make it six times as long for hostile names. */
function idOf(type: string, key = ""): string {
  return `${type.length}/${type}${key}`;
}
