import type { JsonText, Millis, ProjectId } from "./common.ts";

export interface StoredFlag {
  /** Unique in its project. */
  readonly key: string;
  /** The flag as it was applied, checked before; `src/flags/` reads it. */
  readonly definition: JsonText;
  readonly updatedAt: Millis;
}

/** Feature flags, and the identifiers that decide for a person for good. */
export interface Flags {
  /** The project's flags, in the order of their keys. */
  list(projectId: ProjectId): Promise<StoredFlag[]>;
  /** Makes or replaces flags by their keys. */
  put(projectId: ProjectId, flags: readonly StoredFlag[]): Promise<void>;
  /** Removes it; false where there is none with this key. */
  delete(projectId: ProjectId, key: string): Promise<boolean>;
  /**
   * For each flag the identifier that decides for this person: the one kept before, else the given one, which is kept from now on.
   * Of several callers at once one wins for all. When persons are merged, the one that is left gets those of the other for the flags that it has none for.
   */
  keepIdentifiers(
    projectId: ProjectId,
    personUuid: string,
    flagKeys: readonly string[],
    identifier: string,
  ): Promise<Map<string, string>>;
}
