import type { Checkpoints } from "../ports/checkpoints.ts";
import { projectNumber } from "../stored-ids.ts";
import type { Transactions } from "./sqlite-database.ts";

const FIND = "SELECT group_id, place FROM checkpoints WHERE journal = ? AND project_id = ?";
const HIGHEST = "SELECT max(group_id) AS highest FROM checkpoints WHERE journal = ?";
const ADVANCE = `INSERT INTO checkpoints (journal, project_id, group_id, place) VALUES (?, ?, ?, ?)
  ON CONFLICT (journal, project_id) DO UPDATE SET group_id = excluded.group_id, place = excluded.place
  WHERE (excluded.group_id, excluded.place) > (group_id, place)`;

export function sqliteCheckpoints(database: Transactions): Checkpoints {
  return {
    find: (journal, projectId) =>
      database.read((sql) => {
        const row = sql.get<{ group_id: number; place: number }>(FIND, journal, projectNumber(projectId));
        return row ? { group: row.group_id, index: row.place } : null;
      }),

    async advance(journal, projectId, { group, index }) {
      await database.write((sql) => sql.run(ADVANCE, journal, projectNumber(projectId), group, index));
    },

    highestGroup: (journal) =>
      database.read((sql) => sql.one<{ highest: number | null }>(HIGHEST, journal).highest ?? 0),
  };
}
