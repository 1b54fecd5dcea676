import type { ProjectId } from "./common.ts";

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
