import type { PropertyChange, PropertyMap } from "../../lib/json/json.ts";
import type { Millis, ProjectId, RequireTurn } from "./common.ts";

export interface GroupKey {
  readonly type: string;
  readonly key: string;
}

export interface Group extends GroupKey {
  readonly properties: PropertyMap;
  readonly createdAt: Millis;
}

export interface GroupUpdate extends GroupKey {
  readonly changes: readonly PropertyChange[];
  /** The `createdAt` of a group that this update creates. */
  readonly at: Millis;
}

export const MAX_GROUP_TYPES = 100;

/** Groups (companies, teams, …) and their types. */
export interface Groups {
  /** Returns the types by index: in the order of first registration. */
  types(projectId: ProjectId): Promise<string[]>;
  /** Assigns new types the next free indexes, up to `MAX_GROUP_TYPES`; none changes or is reused. Returns all types. */
  registerTypes(projectId: ProjectId, types: readonly string[]): Promise<readonly string[]>;
  /** Creates or changes groups, with the guarantees of `Persons.update`. */
  update(projectId: ProjectId, updates: readonly GroupUpdate[], requireTurn?: RequireTurn): Promise<number>;
  /** Returns the groups that exist, in any order. */
  find(projectId: ProjectId, keys: readonly GroupKey[]): Promise<Group[]>;
}
