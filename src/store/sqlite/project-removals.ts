import type { ProjectId } from "../ports/common.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import { belongsToProjects } from "../records/record-kinds.ts";
import type { ProjectData } from "../records/removed-projects.ts";
import { projectNumber } from "../stored-ids.ts";
import { keepNewestId } from "./event-row.ts";
import { dropErased, erase } from "./recordings/recording-erasure.ts";
import { type SessionKeyRow, toSessionKey } from "./recordings/recording-row.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

/** Columns that identify a row of a project, by table. Recordings come first, so that no file is begun. */
export const KEYS_OF_TABLES: Readonly<Record<string, string>> = {
  recording_properties: "id",
  snapshot_chunks: "id",
  erased_recordings: "project_id, session_id",
  files_to_delete: "project_id, session_id, key",
  recording_counts: "project_id",
  events: "id",
  distinct_ids: "number",
  persons: "id",
  merged_persons: "project_id, uuid",
  flag_identifiers: "project_id, person_uuid, flag_key",
  groups: "id",
  group_types: "project_id, number",
  checkpoints: "journal, project_id",
};
const MAX_RECORDINGS = 20;

export function sqliteProjectData(database: Transactions, recordKinds: readonly RecordKindSpec[]): ProjectData {
  const recordTables = recordKinds.filter(belongsToProjects).map(({ name }) => name);
  return {
    async removeData(projectId, limit) {
      const number = projectNumber(projectId);
      if (number === null) return false;
      if (await database.write((sql) => keepNewestId(sql, () => removeRows(sql, number, limit)))) return true;
      if (await database.write((sql) => removeRecords(sql, recordTables, projectId, limit))) return true;
      if (!(await database.read(hasPiecesToDrop))) return false;
      await dropErased(database);
      return true;
    },

    purgeDeleted: () => database.purgeDeleted(),
  };
}

function removeRows(sql: Sql, project: number, limit: number): boolean {
  if (removeRecordings(sql, project, Math.min(limit, MAX_RECORDINGS))) return true;
  let left = limit;
  for (const [table, key] of Object.entries(KEYS_OF_TABLES)) {
    if (left <= 0) break;
    const rows = `SELECT ${key} FROM ${table} WHERE project_id = ? LIMIT ?`;
    left -= sql.run(`DELETE FROM ${table} WHERE (${key}) IN (${rows})`, project, left);
  }
  const counters = [`flags ${project}`, `erasures ${project}`];
  if (left > 0) left -= sql.run("DELETE FROM counters WHERE name IN (?, ?)", ...counters);
  return left < limit;
}

function removeRecords(sql: Sql, tables: readonly string[], projectId: ProjectId, limit: number): boolean {
  return tables.some((table) => {
    const rows = `SELECT rowid FROM ${table} WHERE project_id = ? LIMIT ?`;
    return sql.run(`DELETE FROM ${table} WHERE rowid IN (${rows})`, projectId, limit) > 0;
  });
}

/** Leaves the pieces, which may be many: `removeData` drops them afterwards. */
function removeRecordings(sql: Sql, project: number, limit: number): boolean {
  const select = "SELECT project_id, session_id FROM recordings WHERE project_id = ? LIMIT ?";
  const sessions = sql.all<SessionKeyRow>(select, project, limit).map(toSessionKey);
  for (const session of sessions) erase(sql, session, Date.now());
  return sessions.length > 0;
}

function hasPiecesToDrop(sql: Sql): boolean {
  const has = (table: string) => `EXISTS (SELECT 1 FROM ${table} WHERE ${table}.recording_id = dropped.recording_id)`;
  const select = `SELECT 1 FROM recordings_to_drop AS dropped WHERE ${has("pieces")} OR ${has("piece_uuids")} LIMIT 1`;
  return sql.get(select) !== undefined;
}
