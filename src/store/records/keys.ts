import type { Millis, ProjectId, UserId } from "../ports/common.ts";
import { type RecordKind, type RecordQuery, type Records, UniqueKeyTaken } from "../ports/records.ts";
import { nextOrder, scanAll } from "./scan-all.ts";

interface KeyCommon {
  /** A short unique name for operators and commands. */
  readonly id: string;
  /** Finds a presented key: the project key itself, or a personal key's SHA-256 (hex). Unique. */
  readonly lookup: string;
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

export type KeyUse = { readonly id: string; readonly at: Millis };

interface KeyRecord
  extends Omit<ProjectKey, "kind" | "projectId">,
    Partial<Pick<ProjectKey, "projectId">>,
    Partial<Pick<PersonalKey, "userId" | "readOnly">> {
  readonly kind: Key["kind"];
  /** Sorts keys of the same millisecond as they were inserted. */
  readonly order: string;
}

export const KEYS: RecordKind<KeyRecord, "lookup"> = {
  name: "keys",
  key: ["lookup"],
  indexes: [["projectId"], ["userId"]],
  unique: [["id"]],
};

export type Keys = ReturnType<typeof recordKeys>;

/** Project and personal API keys. Lists are oldest first; revoked keys are absent. */
export function recordKeys(records: Records) {
  const listKeys = async (query: RecordQuery<KeyRecord>): Promise<Key[]> =>
    (await scanAll(records, KEYS, query)).toSorted(byAge).map(toKey);
  const findById = async (id: string) => (await records.scan(KEYS, { where: { id } }, { limit: 1 }))[0];
  return {
    /** Does nothing if the key is stored already; throws if another key has its id or its lookup. */
    async insert(key: Key): Promise<void> {
      const inserted = await records.insert(KEYS, { ...key, order: nextOrder() }).catch((error: unknown) => {
        if (error instanceof UniqueKeyTaken) return null;
        throw error;
      });
      if (inserted || (await records.find(KEYS, key))?.id === key.id) return;
      throw new Error(`A key with the id ${key.id} or the same secret exists already.`);
    },

    async find(lookup: string): Promise<Key | null> {
      const key = await records.find(KEYS, { lookup });
      return key && toKey(key);
    },

    list: () => listKeys({}),

    async listOfUser(userId: UserId): Promise<PersonalKey[]> {
      return (await listKeys({ where: { userId } })).filter((key) => key.kind === "personal");
    },

    async listOfProject(projectId: ProjectId): Promise<ProjectKey[]> {
      return (await listKeys({ where: { projectId } })).filter((key) => key.kind === "project");
    },

    /** Stores uses unless later ones are stored; ignores absent keys. */
    async recordUses(uses: readonly KeyUse[]): Promise<void> {
      for (const { id, at } of uses) {
        const found = await findById(id);
        const use = (key: KeyRecord | null) => {
          return key && (key.lastUsedAt ?? 0) < at ? { ...key, lastUsedAt: at } : null;
        };
        if (found) await records.change(KEYS, found, use);
      }
    },

    async revoke(id: string): Promise<boolean> {
      const key = await findById(id);
      return key !== undefined && records.delete(KEYS, key);
    },
  };
}

function byAge(a: KeyRecord, b: KeyRecord): number {
  return a.createdAt - b.createdAt || (a.order < b.order ? -1 : 1);
}

function toKey({ kind, projectId = "", userId = 0, readOnly = false, ...key }: KeyRecord): Key {
  const { id, lookup, hint, label, createdAt, lastUsedAt = null } = key;
  const common = { id, lookup, hint, label, createdAt, lastUsedAt };
  return kind === "project" ? { ...common, kind, projectId } : { ...common, kind, userId, readOnly };
}
