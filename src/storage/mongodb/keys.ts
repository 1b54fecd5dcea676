import { ObjectId } from "mongodb";
import type { Key, Keys } from "../ports/keys.ts";
import { escapeText, unescapeText } from "../values/escape-text.ts";
import { requireProjectNumber } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { KeyRow } from "./row-types.ts";

export function mongoKeys(database: MongoDatabase): Keys {
  return {
    insert: (key) =>
      database.run(({ keys }) =>
        retryOnConflict(async () => {
          const row = toRow(key);
          const present = await keys.findOne({ $or: [{ _id: row._id }, { id: row.id }] });
          if (present?._id === row._id && present.id === row.id) return;
          if (present) throw new Error(`A key with the id ${key.id} or the same secret exists already.`);
          await keys.insertOne(row);
        }),
      ),

    find: (lookup) =>
      database.run(async ({ keys }) => {
        const row = await keys.findOne({ _id: escapeText(lookup) });
        return row && toKey(row);
      }),

    list: () =>
      database.run(async ({ keys }) => (await keys.find().sort({ createdAt: 1, order: 1 }).toArray()).map(toKey)),

    listOfUser: (userId) =>
      database.run(async ({ keys }) => {
        const rows = await keys.find({ user: userId }).sort({ createdAt: 1, order: 1 }).toArray();
        return rows.map(toKey).filter((key) => key.kind === "personal");
      }),

    recordUses: (uses) =>
      database.run(async ({ keys }) => {
        for (const { id, at } of uses) {
          const use = { $max: { lastUsedAt: at } };
          await retryOnConflict(() => keys.updateOne({ id: escapeText(id) }, use));
        }
      }),

    revoke: (id) => database.run(async ({ keys }) => (await keys.deleteOne({ id: escapeText(id) })).deletedCount > 0),
  };
}

function toRow(key: Key): KeyRow {
  const common = {
    _id: escapeText(key.lookup),
    id: escapeText(key.id),
    order: new ObjectId(),
    hint: escapeText(key.hint),
    label: escapeText(key.label),
    createdAt: key.createdAt,
    ...(key.lastUsedAt !== null && { lastUsedAt: key.lastUsedAt }),
  };
  if (key.kind === "project") return { ...common, kind: "project", project: requireProjectNumber(key.projectId) };
  return { ...common, kind: "personal", user: key.userId, readOnly: key.readOnly };
}

function toKey(row: KeyRow): Key {
  const common = {
    id: unescapeText(row.id),
    lookup: unescapeText(row._id),
    hint: unescapeText(row.hint),
    label: unescapeText(row.label),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt ?? null,
  };
  if (row.kind === "project") return { ...common, kind: "project", projectId: String(row.project) };
  return { ...common, kind: "personal", userId: row.user ?? 0, readOnly: row.readOnly === true };
}
