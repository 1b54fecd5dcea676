import type { JsonText, Millis, ProjectId } from "./common.ts";

export interface PersonRecord {
  readonly uuid: string;
  readonly createdAt: Millis;
  readonly isIdentified: boolean;
  /** The properties as JSON; `{}` if they are larger than `MAX_RECORD_PROPERTIES_BYTES`. */
  readonly properties: JsonText;
}

export interface DistinctIdRecord {
  readonly distinctId: string;
  /** The uuid of the person who has it: never one that was merged into another. */
  readonly person: string;
}

export interface GroupRecord {
  readonly type: string;
  readonly key: string;
  readonly createdAt: Millis;
  /** As those of a person. */
  readonly properties: JsonText;
}

/** The size of properties above which a record has none. */
export const MAX_RECORD_PROPERTIES_BYTES = 64 * 1024;

/**
 * Reads all persons and groups of a project, in lists of some hundred to some thousand. What is changed meanwhile is
 * read as it was or as it is.
 */
export interface PeopleReading {
  persons(projectId: ProjectId): AsyncIterable<readonly PersonRecord[]>;
  distinctIds(projectId: ProjectId): AsyncIterable<readonly DistinctIdRecord[]>;
  groups(projectId: ProjectId): AsyncIterable<readonly GroupRecord[]>;
}
