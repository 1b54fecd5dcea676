import type { PropertyChange, PropertyMap } from "../../values/properties.ts";
import type { Millis, ProjectId } from "./common.ts";

export interface Person {
  /** Lower case, with hyphens. */
  readonly uuid: string;
  readonly projectId: ProjectId;
  readonly properties: PropertyMap;
  /** True once `$identify` has said who this is; such a person is never merged into another. */
  readonly isIdentified: boolean;
  readonly createdAt: Millis;
}

/** What most events need to know of their person. */
export type PersonRef = Pick<Person, "uuid" | "isIdentified">;

export interface NewDistinctId {
  readonly distinctId: string;
  /** When it was first seen: the `createdAt` of a person made for it. */
  readonly at: Millis;
}

export interface PersonUpdate {
  readonly uuid: string;
  readonly changes: readonly PropertyChange[];
  /** Sets `isIdentified`; nothing unsets it. */
  readonly identify: boolean;
}

/**
 * Persons and the distinct ids that belong to them. A distinct id belongs to one person of its project, or to none. The uuid of a person that was
 * merged means the one that is left.
 */
export interface Persons {
  /** The persons of those distinct ids that have one. */
  find(projectId: ProjectId, distinctIds: readonly string[]): Promise<Map<string, Person>>;
  /** The persons of all these distinct ids: a distinct id without one gets a person of its own, with no properties. */
  ensure(projectId: ProjectId, wanted: readonly NewDistinctId[]): Promise<Map<string, PersonRef>>;
  /** Gives the distinct id to the person if it belongs to none, and gives the uuid of its owner after that. */
  attach(projectId: ProjectId, distinctId: string, uuid: string): Promise<string>;
  /** Changes each person's properties as `applyChanges` does; none of several changes at once is lost. A uuid that was no person's is passed over. */
  update(projectId: ProjectId, updates: readonly PersonUpdate[]): Promise<void>;
  /**
   * Makes two persons one: `into` gets all distinct ids of `from`, the properties and flag identifiers that it lacks, and the older `createdAt`;
   * `from` is gone. Nothing happens where `from` is identified, or a uuid was no person's. Gives whether they are one now.
   */
  merge(projectId: ProjectId, into: string, from: string): Promise<boolean>;
  /** The person's distinct ids, oldest first, at most `limit`. */
  distinctIds(projectId: ProjectId, uuid: string, limit: number): Promise<string[]>;
}
