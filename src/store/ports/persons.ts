import type { PropertyChange, PropertyMap } from "../../lib/json/json.ts";
import type { Listed, Millis, Page, ProjectId, RequireTurn } from "./common.ts";

export interface Person {
  /** Lower case, with hyphens. */
  readonly uuid: string;
  readonly projectId: ProjectId;
  readonly properties: PropertyMap;
  /** True after an `$identify`; an identified person is never merged into another. */
  readonly isIdentified: boolean;
  readonly createdAt: Millis;
}

/** The size of properties, as JSON, above which a summary has none. */
export const MAX_SUMMARY_PROPERTIES_BYTES = 10 * 1024;

/** A person in a list. */
export interface PersonSummary extends Omit<Person, "properties"> {
  /** Null if they are larger than `MAX_SUMMARY_PROPERTIES_BYTES`. */
  readonly properties: PropertyMap | null;
}

/** Selects the persons that meet every condition present. */
export interface PersonFilter {
  readonly distinctId?: string | undefined;
  /** The property `email`, where A to Z match in upper and lower case. Addresses above 320 characters are not found. */
  readonly email?: string | undefined;
}

/** The part of a person that most events need. */
export type PersonRef = Pick<Person, "uuid" | "isIdentified">;

/** A distinct id, and the person that is created if it has none. */
export interface NewDistinctId {
  readonly distinctId: string;
  /** The `createdAt` of the person. */
  readonly at: Millis;
  /** Another distinct id that gets the same person, unless both have one. */
  readonly sameAs?: string | undefined;
  /** The first changes of the person. */
  readonly changes?: readonly PropertyChange[] | undefined;
  readonly identify?: boolean;
}

/** A person of a distinct id. */
export interface EnsuredPerson extends PersonRef {
  /** True if the person was created with all changes of the `NewDistinctId`. No engine has to do so. */
  readonly isChanged?: boolean;
}

export interface PersonUpdate {
  readonly uuid: string;
  readonly changes: readonly PropertyChange[];
  /** True sets `isIdentified`; nothing resets it. */
  readonly identify: boolean;
}

/** Whether two uuids now stand for one person, and whether the properties of one were dropped. */
export type MergeResult = boolean | "properties_dropped";

/**
 * Persons and their distinct ids. A distinct id belongs to at most one person of its project. The uuid of a person that
 * was merged into another stands for the survivor, except in `distinctIds`.
 */
export interface Persons {
  /** Returns the persons by distinct id, without the distinct ids that have none. */
  find(projectId: ProjectId, distinctIds: readonly string[]): Promise<Map<string, Person>>;
  /** The same without properties, which may be large: reads none. */
  findRefs(projectId: ProjectId, distinctIds: readonly string[]): Promise<Map<string, PersonRef>>;
  /** The same for lists: does not read large properties into memory all at once. */
  summarize(projectId: ProjectId, distinctIds: readonly string[]): Promise<Map<string, PersonSummary>>;
  /** Returns a page of the persons that were not merged into others, latest `createdAt` first. */
  list(projectId: ProjectId, page: Page, filter?: PersonFilter): Promise<Listed<PersonSummary>>;
  /** Returns the person with this uuid; null if absent. */
  findByUuid(projectId: ProjectId, uuid: string): Promise<Person | null>;
  /**
   * Returns the persons by distinct id. In order, each distinct id that has no person gets one: that of `sameAs`, or a
   * new one with its changes or without properties. Then `sameAs` gets the same one, if it has none. Does not change
   * other persons.
   */
  ensure(projectId: ProjectId, wanted: readonly NewDistinctId[]): Promise<Map<string, EnsuredPerson>>;
  /**
   * Changes properties as `applyChanges` does. Concurrent changes are all applied. Ignores unknown uuids. A change
   * after which the properties would have more than 1 MB is refused as a whole. Returns how many were.
   */
  update(projectId: ProjectId, updates: readonly PersonUpdate[], requireTurn?: RequireTurn): Promise<number>;
  /**
   * Merges `from` into `into`, which gets all distinct ids of `from`, the properties and flag identifiers that it
   * lacks, and the older `createdAt`. If the properties of both have more than 1 MB, `into` keeps its own. Does nothing
   * if `from` is identified or a uuid is unknown. Returns whether both uuids now stand for one person.
   */
  merge(projectId: ProjectId, into: string, from: string): Promise<MergeResult>;
  /**
   * Returns up to `limit` distinct ids of the person, oldest first, or those after one that it has; none if it was
   * merged into another.
   */
  distinctIds(projectId: ProjectId, uuid: string, limit: number, after?: string): Promise<string[]>;
  /** Returns by uuid what `distinctIds` returns without `after`, for many persons at once. */
  firstDistinctIds(projectId: ProjectId, uuids: readonly string[], limit: number): Promise<Map<string, string[]>>;
  /** Returns up to `limit` uuids that were merged into the person, directly or not, in any order. */
  mergedUuids(projectId: ProjectId, uuid: string, limit: number): Promise<string[]>;
  /**
   * Removes the persons with these uuids with their distinct ids and flag identifiers, and the uuids that were merged
   * into them. May be repeated: persons that their distinct ids get later have other uuids.
   */
  erase(projectId: ProjectId, uuids: readonly string[]): Promise<void>;
}
