import type { Millis, ProjectId, UserId } from "./common.ts";

interface KeyCommon {
  /** A short unique name for operators and commands. */
  readonly id: string;
  /** Finds a presented key: the project key itself, or a personal key's SHA-256 (hex). Unique. */
  readonly lookup: string;
  /** The beginning of the key. */
  readonly hint: string;
  readonly label: string;
  readonly createdAt: Millis;
  /** The hour of its last use, as far as it is stored; null if never. */
  readonly lastUsedAt: Millis | null;
}

export interface ProjectKey extends KeyCommon {
  readonly kind: "project";
  readonly projectId: ProjectId;
}

export interface PersonalKey extends KeyCommon {
  readonly kind: "personal";
  readonly userId: UserId;
  readonly readOnly: boolean;
}

export type Key = ProjectKey | PersonalKey;

export interface KeyUse {
  readonly id: string;
  readonly at: Millis;
}

/** Project and personal API keys. Lists are oldest first; revoked keys are absent. */
export interface Keys {
  /** Does nothing if the key is stored already; throws if another key has its id or its lookup. */
  insert(key: Key): Promise<void>;
  find(lookup: string): Promise<Key | null>;
  list(): Promise<Key[]>;
  listOfUser(userId: UserId): Promise<PersonalKey[]>;
  listOfProject(projectId: ProjectId): Promise<ProjectKey[]>;
  /** Stores uses unless later ones are stored; ignores absent keys. */
  recordUses(uses: readonly KeyUse[]): Promise<void>;
  /** Returns false if absent. */
  revoke(id: string): Promise<boolean>;
}
