import type { Group, Groups, GroupUpdate } from "../ports/groups.ts";
import { changeProperties, readProperties } from "../values/property-text.ts";
import { projectNumber } from "../values/stored-ids.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

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

export function sqliteGroups(database: Transactions): Groups {
  const types: Groups["types"] = (projectId) =>
    database.read((sql) => sql.all<{ type: string }>(TYPES, projectNumber(projectId)).map((row) => row.type));

  return {
    types,

    async registerTypes(projectId, wanted) {
      const known = new Set(await types(projectId));
      if (wanted.every((type) => known.has(type))) return;
      await database.write((sql) => {
        const next = "SELECT ifnull(max(number) + 1, 0) FROM group_types WHERE project_id = ?1";
        const insert = `INSERT INTO group_types (project_id, type, number) VALUES (?1, ?2, (${next}))
          ON CONFLICT DO NOTHING`;
        for (const type of wanted) sql.run(insert, projectNumber(projectId), type);
      });
    },

    update: (projectId, updates) =>
      database.write((sql) => {
        for (const update of updates) updateGroup(sql, projectNumber(projectId), update);
      }),

    find: (projectId, keys) =>
      database.read((sql) => {
        const rows = keys.map(({ type, key }) => sql.get<GroupRow>(FIND, projectNumber(projectId), type, key));
        return rows.filter((row) => row !== undefined).map(toGroup);
      }),
  };
}

function updateGroup(sql: Sql, project: number | null, { type, key, changes, at }: GroupUpdate): void {
  const row = sql.get<GroupRow>(FIND, project, type, key);
  const properties = changeProperties(row?.properties ?? "{}", changes);
  if (!row) sql.run(INSERT, project, type, key, at, properties);
  else if (properties !== row.properties) sql.run("UPDATE groups SET properties = ? WHERE id = ?", properties, row.id);
}

const toGroup = (row: GroupRow): Group => ({
  type: row.type,
  key: row.key,
  properties: readProperties(row.properties),
  createdAt: row.created_at,
});
