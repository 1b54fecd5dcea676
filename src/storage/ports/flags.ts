import type { JsonText, Millis, ProjectId } from "./common.ts";

export interface NewFlag {
  /** Unique in its project. */
  readonly key: string;
  /** The validated flag as the operator wrote it; `src/flags/` reads it. */
  readonly definition: JsonText;
  readonly updatedAt: Millis;
}

export interface StoredFlag extends NewFlag {
  /** Counted from 1 in the project. Never changes, and is not used again after the flag is deleted. */
  readonly number: number;
  /** 1 for a new flag, and incremented with each change of the definition. */
  readonly version: number;
}

/** Feature flags, and the identifiers that fix each person's variant for good. */
export interface Flags {
  /** Returns the project's flags, ordered by key (as UTF-8 bytes). */
  list(projectId: ProjectId): Promise<StoredFlag[]>;
  /** Creates or replaces flags by key. */
  put(projectId: ProjectId, flags: readonly NewFlag[]): Promise<void>;
  /** Removes the flag. Returns false if absent. */
  delete(projectId: ProjectId, key: string): Promise<boolean>;
  /**
   * Returns for each flag the identifier that decides for this person: the stored one, else the given one, which it
   * stores. Concurrent callers all get the same one. When persons are merged, the survivor inherits the identifiers
   * of the flags for which it has none.
   */
  keepIdentifiers(
    projectId: ProjectId,
    personUuid: string,
    flagKeys: readonly string[],
    identifier: string,
  ): Promise<Map<string, string>>;
}
