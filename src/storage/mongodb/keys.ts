import { ObjectId } from "mongodb";
import type { Key, Keys } from "../ports/keys.ts";
import { fromColumn, toColumn } from "../values/text.ts";
import type { Database } from "./database.ts";
import { projectOf } from "./ids.ts";
import { attempts } from "./retry.ts";
import type { KeyRow } from "./rows.ts";

export function mongoKeys(database: Database): Keys {
  return {
    insert: (key) =>
      database.run(({ keys }) =>
        attempts(async () => {
          const row = toRow(key);
          const present = await keys.findOne({ $or: [{ _id: row._id }, { id: row.id }] });
          if (present?._id === row._id && present.id === row.id) return;
          if (present) throw new Error(`There is a key with the id ${key.id}, or with the same secret, already.`);
          await keys.insertOne(row);
        }),
      ),

    find: (lookup) =>
      database.run(async ({ keys }) => {
        const row = await keys.findOne({ _id: toColumn(lookup) });
        return row && toKey(row);
      }),

    list: () =>
      database.run(async ({ keys }) => (await keys.find().sort({ createdAt: 1, order: 1 }).toArray()).map(toKey)),

    revoke: (id) => database.run(async ({ keys }) => (await keys.deleteOne({ id: toColumn(id) })).deletedCount > 0),
  };
}

function toRow(key: Key): KeyRow {
  const common = {
    _id: toColumn(key.lookup),
    id: toColumn(key.id),
    order: new ObjectId(),
    hint: toColumn(key.hint),
    label: toColumn(key.label),
    createdAt: key.createdAt,
  };
  if (key.kind === "project") return { ...common, kind: "project", project: projectOf(key.projectId) };
  return { ...common, kind: "personal", user: key.userId, readOnly: key.readOnly };
}

function toKey(row: KeyRow): Key {
  const common = {
    id: fromColumn(row.id),
    lookup: fromColumn(row._id),
    hint: fromColumn(row.hint),
    label: fromColumn(row.label),
    createdAt: row.createdAt,
  };
  if (row.kind === "project") return { ...common, kind: "project", projectId: String(row.project) };
  return { ...common, kind: "personal", userId: row.user ?? 0, readOnly: row.readOnly === true };
}
