import { type Group, type Groups, type GroupUpdate, MAX_GROUP_TYPES } from "../../ports/persons.ts";
import { changeProperties, readProperties } from "../../property-text.ts";
import { projectNumber } from "../../stored-ids.ts";
import type { Sql } from "../sqlite-connection.ts";
import { methodsOf, type Transactions } from "../sqlite-database.ts";

const FIND = "SELECT * FROM groups WHERE project_id = ? AND type = ? AND key = ?";
const INSERT = "INSERT INTO groups (project_id, type, key, created_at, properties) VALUES (?, ?, ?, ?, ?)";
const TYPES = "SELECT type FROM group_types WHERE project_id = ? ORDER BY number";

interface GroupRow {
  readonly id: number;
  readonly type: string;
  readonly key: string;
  readonly properties: string;
  readonly created_at: number;
}

/** `announce` is called before the project gets other types. */
export function sqliteGroups(database: Transactions, announce: (projectId: string) => Promise<void>): Groups {
  const { read, write } = methodsOf(database);
  const types: Groups["types"] = (projectId) =>
    database.read((sql) => sql.all<{ type: string }>(TYPES, projectNumber(projectId)).map((row) => row.type));

  return {
    types,

    async registerTypes(projectId, wanted) {
      const known = new Set(await types(projectId));
      const missing = wanted.filter((type) => !known.has(type)).slice(0, Math.max(0, MAX_GROUP_TYPES - known.size));
      if (missing.length === 0) return [...known];
      await announce(projectId);
      await database.write((sql) => {
        const next = "SELECT ifnull(max(number) + 1, 0) FROM group_types WHERE project_id = ?1";
        const insert = `INSERT INTO group_types (project_id, type, number) SELECT ?1, ?2, (${next})
          WHERE (${next}) < ${MAX_GROUP_TYPES} ON CONFLICT DO NOTHING`;
        for (const type of missing) sql.run(insert, projectNumber(projectId), type);
      });
      return types(projectId);
    },

    update: write((sql, projectId, updates, requireTurn = () => {}) => {
      let refused = 0;
      for (const update of updates) {
        requireTurn();
        refused += updateGroup(sql, projectNumber(projectId), update);
      }
      return refused;
    }),

    find: read((sql, projectId, keys) => {
      const rows = keys.map(({ type, key }) => sql.get<GroupRow>(FIND, projectNumber(projectId), type, key));
      return rows.filter((row) => row !== undefined).map(toGroup);
    }),
  };
}

/** Returns how many changes were refused. */
function updateGroup(sql: Sql, project: number | null, { type, key, changes, at }: GroupUpdate): number {
  const row = sql.get<GroupRow>(FIND, project, type, key);
  const { text, refused } = changeProperties(row?.properties ?? "{}", changes);
  if (!row) sql.run(INSERT, project, type, key, at, text);
  else if (text !== row.properties) sql.run("UPDATE groups SET properties = ? WHERE id = ?", text, row.id);
  return refused;
}

const toGroup = (row: GroupRow): Group => ({
  type: row.type,
  key: row.key,
  properties: readProperties(row.properties),
  createdAt: row.created_at,
});
