import type { JsonText, Millis, ProjectId, UserId } from "./common.ts";

export interface FlagContent {
  /** The validated flag as the operator wrote it; `src/flags/` reads it. */
  readonly definition: JsonText;
  /** 1 makes it a new flag with the next number; otherwise the version is one above that of the flag changed. */
  readonly version: number;
  readonly deleted: boolean;
  readonly createdAt: Millis;
  /** Null for the command line, and for flags of programs that did not record it. */
  readonly createdBy: UserId | null;
  readonly updatedAt: Millis;
}

export interface StoredFlag extends FlagContent {
  /** Unique in its project. Never changes. */
  readonly key: string;
  /** Counted from 1 in the project. Never changes, and is not used again after the flag is gone. */
  readonly number: number;
}

/** Tells whether a flag has changed. `bytes` is about the size of its definition. */
export interface FlagVersion extends Pick<StoredFlag, "key" | "number" | "version" | "updatedAt"> {
  readonly bytes: number;
}

/** A flag with the latest changes of it, which `src/flags/` reads. */
export interface FlagRecord extends StoredFlag {
  readonly activity: JsonText;
}

/** Returns what the flag becomes; null leaves it as it is. The flag is null if the project has none with the key. */
export type ChangeFlag = (flag: FlagRecord | null) => (FlagContent & { readonly activity: JsonText }) | null;

/** Feature flags, and the identifiers that fix each person's variant for good. */
export interface Flags {
  /** Returns the flags ordered by key (as UTF-8 bytes), without deleted ones. */
  list(projectId: ProjectId): Promise<StoredFlag[]>;
  /** Returns the versions of what `list` returns, in its order, without reading definitions. */
  versions(projectId: ProjectId): Promise<FlagVersion[]>;
  /** Returns flags in any order, without deleted ones. */
  read(projectId: ProjectId, numbers: readonly number[]): Promise<StoredFlag[]>;
  /** Returns the flag even if it is deleted; null if absent. */
  find(projectId: ProjectId, number: number): Promise<FlagRecord | null>;
  /** Replaces the flag by what `change` makes of it, with the guarantees of `Records.change`. */
  change(projectId: ProjectId, key: string, change: ChangeFlag): Promise<FlagRecord | null>;
  /** Removes the flag for good. Returns false if absent. */
  remove(projectId: ProjectId, key: string): Promise<boolean>;
  /** Removes all but the `keep` latest deleted flags for good. */
  removeDeleted(projectId: ProjectId, keep: number): Promise<void>;
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
