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
  /** The `createdAt` of the group if this update creates it. */
  readonly at: Millis;
}

/** The limit of a project's group types. */
export const MAX_GROUP_TYPES = 100;

/** Groups (companies, teams, …) and their types. */
export interface Groups {
  /** Returns the project's types by index: in order of first registration. */
  types(projectId: ProjectId): Promise<string[]>;
  /**
   * Assigns the next free index to each new type, up to `MAX_GROUP_TYPES` of them. An assigned index is never changed
   * or reused. Returns the project's types.
   */
  registerTypes(projectId: ProjectId, types: readonly string[]): Promise<readonly string[]>;
  /**
   * Creates or changes groups as `applyChanges` does. Concurrent changes are all applied. A change after which the
   * properties would have more than 1 MB is refused as a whole. Returns how many were.
   */
  update(projectId: ProjectId, updates: readonly GroupUpdate[], requireTurn?: RequireTurn): Promise<number>;
  /** Returns those of the groups that exist, in any order. */
  find(projectId: ProjectId, keys: readonly GroupKey[]): Promise<Group[]>;
}
