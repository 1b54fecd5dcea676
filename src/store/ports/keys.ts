import type { Millis, ProjectId, UserId } from "./common.ts";

interface KeyCommon {
  /** A short unique name for operators and commands. */
  readonly id: string;
  /** What a presented key is looked up by: the project key itself, or a personal key's SHA-256 (hex). Unique. */
  readonly lookup: string;
  /** The beginning of the key, enough to recognise it. */
  readonly hint: string;
  readonly label: string;
  readonly createdAt: Millis;
  /** The hour of its last use, as far as it is stored; null if it was never used. */
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

/** When a key was used. */
export interface KeyUse {
  readonly id: string;
  readonly at: Millis;
}

/** Project API keys and personal API keys. */
export interface Keys {
  /** Stores a key. Does nothing if it is stored already; throws if another key has its id or its lookup. */
  insert(key: Key): Promise<void>;
  /** Returns the key with this lookup, or null if absent or revoked. */
  find(lookup: string): Promise<Key | null>;
  /** Returns all keys that are not revoked, oldest first. */
  list(): Promise<Key[]>;
  /** Returns the personal keys of a user that are not revoked, oldest first. */
  listOfUser(userId: UserId): Promise<PersonalKey[]>;
  /** Returns the keys of a project that are not revoked, oldest first. */
  listOfProject(projectId: ProjectId): Promise<ProjectKey[]>;
  /** Stores when keys were used, unless later uses are stored; ignores keys that do not exist. */
  recordUses(uses: readonly KeyUse[]): Promise<void>;
  /** Revokes the key with this id. Returns false if absent. */
  revoke(id: string): Promise<boolean>;
}
