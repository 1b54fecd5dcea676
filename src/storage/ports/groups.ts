import type { PropertyChange, PropertyMap } from "../../values/properties.ts";
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
  /** When it was seen: the `createdAt` of a new group. */
  readonly at: Millis;
}

/** Groups (companies, teams, …) and their types. */
export interface Groups {
  /** The project's types by index: 0, 1, 2, … in the order in which they were first seen. */
  types(projectId: ProjectId): Promise<string[]>;
  /** Makes sure that each type has an index; an index is never given twice nor changed. */
  registerTypes(projectId: ProjectId, types: readonly string[]): Promise<void>;
  /** Makes or changes groups as `applyChanges` does; none of several changes at once is lost. */
  update(projectId: ProjectId, updates: readonly GroupUpdate[]): Promise<void>;
  /** Those of the groups that exist. */
  find(projectId: ProjectId, keys: readonly GroupKey[]): Promise<Group[]>;
}
