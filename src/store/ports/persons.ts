import type { PropertyChange, PropertyMap } from "../../lib/json/json.ts";
import type { JsonText, Listed, Millis, Page, ProjectId, RequireTurn } from "./common.ts";

export interface Person {
  /** Lower case, with hyphens. */
  readonly uuid: string;
  readonly projectId: ProjectId;
  readonly properties: PropertyMap;
  /** Set by `$identify`; an identified person is never merged into another. */
  readonly isIdentified: boolean;
  readonly createdAt: Millis;
}

/** Larger properties, as JSON, are null in summaries. */
export const MAX_SUMMARY_PROPERTIES_BYTES = 10 * 1024;

export interface PersonSummary extends Omit<Person, "properties"> {
  readonly properties: PropertyMap | null;
}

/** Selects persons that meet every condition present. */
export interface PersonFilter {
  readonly distinctId?: string | undefined;
  /** The property `email`, in upper or lower case. Addresses above 320 characters are not found. */
  readonly email?: string | undefined;
}

/** The part of a person that most events need. */
export type PersonRef = Pick<Person, "uuid" | "isIdentified">;

/** A distinct id, and the person that is created if it has none. */
export interface NewDistinctId {
  readonly distinctId: string;
  /** The person's `createdAt`. */
  readonly at: Millis;
  /** Another distinct id that gets the same person, unless both have one. */
  readonly sameAs?: string | undefined;
  readonly changes?: readonly PropertyChange[] | undefined;
  readonly identify?: boolean;
}

export interface EnsuredPerson extends PersonRef {
  /** True if the person was created with all changes of the `NewDistinctId`. Engines need not do so. */
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

/** A distinct id has at most one person. A merged person's uuid stands for the survivor, except in `distinctIds`. */
export interface Persons {
  /** Returns persons by distinct id, without distinct ids that have none. */
  find(projectId: ProjectId, distinctIds: readonly string[]): Promise<Map<string, Person>>;
  /** Does as `find`, but reads no properties: they may be large. */
  findRefs(projectId: ProjectId, distinctIds: readonly string[]): Promise<Map<string, PersonRef>>;
  /** Does as `find`, but does not read large properties into memory all at once. */
  summarize(projectId: ProjectId, distinctIds: readonly string[]): Promise<Map<string, PersonSummary>>;
  /** Returns a page of the persons not merged into others, latest `createdAt` first. */
  list(projectId: ProjectId, page: Page, filter?: PersonFilter): Promise<Listed<PersonSummary>>;
  findByUuid(projectId: ProjectId, uuid: string): Promise<Person | null>;
  /**
   * Returns persons by distinct id. In order, each distinct id without a person gets that of `sameAs`, or a new one
   * with its changes or without properties; then `sameAs` gets the same if it has none. Changes no other person.
   */
  ensure(projectId: ProjectId, wanted: readonly NewDistinctId[]): Promise<Map<string, EnsuredPerson>>;
  /**
   * Changes properties as `applyChanges` does; concurrent changes are all applied. Ignores unknown uuids. Refuses a
   * change as a whole if the properties would have more than 1 MB. Returns how many were refused.
   */
  update(projectId: ProjectId, updates: readonly PersonUpdate[], requireTurn?: RequireTurn): Promise<number>;
  /**
   * Merges `from` into `into`, which gets its distinct ids, the properties (unless both have more than 1 MB) and flag
   * identifiers that it lacks, and the older `createdAt`. Does nothing if `from` is identified or a uuid is unknown.
   */
  merge(projectId: ProjectId, into: string, from: string): Promise<MergeResult>;
  /** Returns distinct ids, oldest first, or those after `after`; none if the person was merged into another. */
  distinctIds(projectId: ProjectId, uuid: string, limit: number, after?: string): Promise<string[]>;
  /** Returns what `distinctIds` returns without `after`, for many persons at once, by uuid. */
  firstDistinctIds(projectId: ProjectId, uuids: readonly string[], limit: number): Promise<Map<string, string[]>>;
  /** Returns up to `limit` uuids merged into the person, directly or not, in any order. */
  mergedUuids(projectId: ProjectId, uuid: string, limit: number): Promise<string[]>;
  /** Removes persons with merged uuids, distinct ids and flag identifiers. Repeatable: later persons differ in uuid. */
  erase(projectId: ProjectId, uuids: readonly string[]): Promise<void>;
}

export interface PersonRecord extends Omit<Person, "projectId" | "properties"> {
  readonly properties: JsonText;
}

export interface DistinctIdRecord {
  readonly distinctId: string;
  /** Never one that was merged into another. */
  readonly person: string;
}

export interface GroupRecord {
  readonly type: string;
  readonly key: string;
  readonly createdAt: Millis;
  readonly properties: JsonText;
}

/** Larger properties are read as `{}`. */
export const MAX_RECORD_PROPERTIES_BYTES = 64 * 1024;

/** Reads a project in lists of hundreds to thousands. What changes meanwhile is read as it was or as it is. */
export interface PeopleReading {
  persons(projectId: ProjectId): AsyncIterable<readonly PersonRecord[]>;
  distinctIds(projectId: ProjectId): AsyncIterable<readonly DistinctIdRecord[]>;
  groups(projectId: ProjectId): AsyncIterable<readonly GroupRecord[]>;
}

/** Identifiers that fix each person's variants of flags for good. */
export interface FlagIdentifiers {
  /**
   * Returns by flag key the identifier that decides for the person: the stored one, else the given one, now stored and
   * the same for concurrent callers. Merging adds those that the survivor lacks. Stores none for absent persons.
   */
  keepIdentifiers(
    projectId: ProjectId,
    personUuid: string,
    flagKeys: readonly string[],
    identifier: string,
  ): Promise<Map<string, string>>;
  identifiersOf(projectId: ProjectId, personUuid: string): Promise<Map<string, string>>;
}

export type GroupKey = { readonly type: string; readonly key: string };

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
