import type { PropertyChange, PropertyMap } from "../../values/json.ts";
import type { Millis, ProjectId } from "./common.ts";

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

/** Groups (companies, teams, …) and their types. */
export interface Groups {
  /** Returns the project's types; a type's index is its place in this array, in order of first registration. */
  types(projectId: ProjectId): Promise<string[]>;
  /** Assigns the next free index to each new type. An assigned index is never changed or reused. */
  registerTypes(projectId: ProjectId, types: readonly string[]): Promise<void>;
  /** Creates or changes groups as `applyChanges` does. Concurrent changes are all applied. */
  update(projectId: ProjectId, updates: readonly GroupUpdate[]): Promise<void>;
  /** Returns those of the groups that exist, in any order. */
  find(projectId: ProjectId, keys: readonly GroupKey[]): Promise<Group[]>;
}
