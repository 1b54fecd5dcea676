import type { JsonText, Millis, ProjectId } from "./common.ts";

export interface PersonRecord {
  readonly uuid: string;
  readonly createdAt: Millis;
  readonly isIdentified: boolean;
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
