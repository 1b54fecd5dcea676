import type { Millis, ProjectId, UserId } from "./common.ts";

interface KeyCommon {
  /** A short name for people and commands; unique. */
  readonly id: string;
  /** What a presented key is found by: a project key itself, the SHA-256 (hex) of a personal key. Unique. */
  readonly lookup: string;
  /** Enough of the key to recognise it by. */
  readonly hint: string;
  readonly label: string;
  readonly createdAt: Millis;
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

/** Project API keys and personal API keys. */
export interface Keys {
  insert(key: Key): Promise<void>;
  /** The key in force with this lookup. */
  find(lookup: string): Promise<Key | null>;
  /** All keys in force, oldest first. */
  list(): Promise<Key[]>;
  /** Ends a key; false where none has this id. */
  revoke(id: string): Promise<boolean>;
}
