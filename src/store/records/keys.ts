import type { Key, Keys, PersonalKey, ProjectKey } from "../ports/keys.ts";
import { type RecordKind, type Records, UniqueKeyTaken } from "../ports/records.ts";
import { nextOrder, scanAll } from "./scan-all.ts";

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

export function recordKeys(records: Records): Keys {
  const findById = async (id: string) => (await records.scan(KEYS, { where: { id } }, { limit: 1 }))[0];
  return {
    async insert(key) {
      const inserted = await records.insert(KEYS, { ...key, order: nextOrder() }).catch((error: unknown) => {
        if (error instanceof UniqueKeyTaken) return null;
        throw error;
      });
      if (inserted || (await records.find(KEYS, key))?.id === key.id) return;
      throw new Error(`A key with the id ${key.id} or the same secret exists already.`);
    },

    async find(lookup) {
      const key = await records.find(KEYS, { lookup });
      return key && toKey(key);
    },

    list: async () => (await scanAll(records, KEYS, {})).toSorted(byAge).map(toKey),

    async listOfUser(userId) {
      const keys = await scanAll(records, KEYS, { where: { userId } });
      return keys
        .toSorted(byAge)
        .map(toKey)
        .filter((key) => key.kind === "personal");
    },

    async listOfProject(projectId) {
      const keys = await scanAll(records, KEYS, { where: { projectId } });
      return keys
        .toSorted(byAge)
        .map(toKey)
        .filter((key) => key.kind === "project");
    },

    async recordUses(uses) {
      for (const { id, at } of uses) {
        const found = await findById(id);
        const use = (key: KeyRecord | null) => {
          return key && (key.lastUsedAt ?? 0) < at ? { ...key, lastUsedAt: at } : null;
        };
        if (found) await records.change(KEYS, found, use);
      }
    },

    async revoke(id) {
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
