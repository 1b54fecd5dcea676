import type { Key, Keys } from "../ports/keys.ts";
import { projectNumber } from "../values/stored-ids.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

interface KeyRow {
  readonly id: string;
  readonly lookup: string;
  readonly kind: Key["kind"];
  readonly project_id: number | null;
  readonly user_id: number | null;
  readonly read_only: number | null;
  readonly hint: string;
  readonly label: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

export function sqliteKeys(database: Transactions): Keys {
  return {
    insert: (key) => database.write((sql) => insertKey(sql, key)),

    find: (lookup) =>
      database.read((sql) => {
        const row = sql.get<KeyRow>("SELECT * FROM keys WHERE lookup = ?", lookup);
        return row ? toKey(row) : null;
      }),

    list: () => database.read((sql) => sql.all<KeyRow>("SELECT * FROM keys ORDER BY created_at, number").map(toKey)),

    listOfUser: (userId) =>
      database.read((sql) => {
        const select = "SELECT * FROM keys WHERE user_id = ? ORDER BY created_at, number";
        return sql
          .all<KeyRow>(select, userId)
          .map(toKey)
          .filter((key) => key.kind === "personal");
      }),

    recordUses: (uses) =>
      database.write((sql) => {
        const update = "UPDATE keys SET last_used_at = max(ifnull(last_used_at, ?1), ?1) WHERE id = ?2";
        for (const { id, at } of uses) sql.run(update, at, id);
      }),

    revoke: (id) => database.write((sql) => sql.run("DELETE FROM keys WHERE id = ?", id) > 0),
  };
}

function insertKey(sql: Sql, key: Key): void {
  const insert = `INSERT INTO keys (id, lookup, kind, project_id, user_id, read_only, hint, label, created_at,
      last_used_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
  const { id, lookup, kind, hint, label, createdAt, lastUsedAt } = key;
  const owner =
    key.kind === "project"
      ? ([projectNumber(key.projectId), null, null] as const)
      : ([null, key.userId, key.readOnly ? 1 : 0] as const);
  if (sql.run(insert, id, lookup, kind, ...owner, hint, label, createdAt, lastUsedAt) > 0) return;
  const same = sql.get("SELECT id FROM keys WHERE id = ? AND lookup = ?", id, lookup);
  if (!same) throw new Error(`A key with the id ${id} or the same secret exists already.`);
}

function toKey(row: KeyRow): Key {
  const { id, lookup, hint, label } = row;
  const common = { id, lookup, hint, label, createdAt: row.created_at, lastUsedAt: row.last_used_at };
  if (row.kind === "project") return { ...common, kind: "project", projectId: String(row.project_id) };
  return { ...common, kind: "personal", userId: row.user_id ?? 0, readOnly: row.read_only === 1 };
}
