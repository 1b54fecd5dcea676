import type { ProjectId } from "../ports/common.ts";
import type { ProjectRemovals, RemovalStage, RemovedProject } from "../ports/project-removals.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import { belongsToProjects } from "../records/record-kinds.ts";
import { projectNumber } from "../stored-ids.ts";
import { keepNewestId } from "./events/newest-id.ts";
import { dropErased } from "./recordings/drop-pieces.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

interface RemovedProjectRow {
  readonly id: number;
  readonly organization_id: string;
  readonly name: string;
  readonly stage: RemovalStage;
  readonly since: number;
}

const SELECT = "SELECT id, organization_id, name, stage, since FROM removed_projects";
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
  flags: "id",
  flag_numbers: "project_id",
  erasures: "id",
  checkpoints: "journal, project_id",
};
const TABLES_OF_RECORDING = ["recording_activity", "recording_files", "recording_pins", "recording_views"];
const MAX_RECORDINGS = 20;

export function sqliteProjectRemovals(database: Transactions, recordKinds: readonly RecordKindSpec[]): ProjectRemovals {
  const recordTables = recordKinds.filter(belongsToProjects).map(({ name }) => name);
  return {
    begin: (projectId, at) =>
      database.write((sql) => {
        const insert = `INSERT INTO removed_projects (id, organization_id, name, stage, since)
          SELECT id, organization_id, name, 'removing', ?2 FROM projects WHERE id = ?1 ON CONFLICT DO NOTHING`;
        const number = projectNumber(projectId);
        sql.run(insert, number, at);
        sql.run("DELETE FROM projects WHERE id = ?", number);
        sql.run("DELETE FROM keys WHERE project_id = ?", projectId); // records: the id is a text
        return find(sql, projectId);
      }),

    find: (projectId) => database.read((sql) => find(sql, projectId)),

    unconfirmed: () =>
      database.read((sql) => {
        return sql.all<RemovedProjectRow>(`${SELECT} WHERE stage <> 'confirmed' ORDER BY id`).map(toRemovedProject);
      }),

    removedOf: (projectIds) =>
      database.readOnce((sql) => {
        const select = "SELECT id FROM removed_projects WHERE id IN (SELECT value FROM json_each(?))";
        const rows = sql.all<Pick<RemovedProjectRow, "id">>(select, JSON.stringify(projectIds.map(projectNumber)));
        return new Set(rows.map(({ id }) => String(id)));
      }),

    async removeData(projectId, limit) {
      const number = projectNumber(projectId);
      if (number === null) return false;
      if (await database.write((sql) => keepNewestId(sql, () => removeRows(sql, number, limit)))) return true;
      if (await database.write((sql) => removeRecords(sql, recordTables, projectId, limit))) return true;
      if (!(await database.read(hasPiecesToDrop))) return false;
      await dropErased(database);
      return true;
    },

    async advance(projectId, stage, at) {
      await database.write((sql) => {
        const update = `UPDATE removed_projects SET stage = ?2, since = ?3, name = iif(?2 = 'removing', name, '')
          WHERE id = ?1`;
        sql.run(update, projectNumber(projectId), stage, at);
      });
      if (stage !== "removing") await database.purgeDeleted();
    },
  };
}

function removeRows(sql: Sql, project: number, limit: number): boolean {
  if (removeRecordings(sql, project, Math.min(limit, MAX_RECORDINGS))) return true;
  const items = `SELECT erasure_id, kind, value FROM erasure_items JOIN erasures ON erasures.id = erasure_id
    WHERE project_id = ? LIMIT ?`;
  let left = limit - sql.run(`DELETE FROM erasure_items WHERE (erasure_id, kind, value) IN (${items})`, project, limit);
  for (const [table, key] of Object.entries(KEYS_OF_TABLES)) {
    if (left <= 0) break;
    const rows = `SELECT ${key} FROM ${table} WHERE project_id = ? LIMIT ?`;
    left -= sql.run(`DELETE FROM ${table} WHERE (${key}) IN (${rows})`, project, left);
  }
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
  const select = "SELECT id FROM recordings WHERE project_id = ? LIMIT ?";
  const recordings = sql.all<{ id: number }>(select, project, limit);
  for (const { id } of recordings) {
    for (const table of TABLES_OF_RECORDING) sql.run(`DELETE FROM ${table} WHERE recording_id = ?`, id);
    sql.run("INSERT INTO recordings_to_drop (recording_id) VALUES (?) ON CONFLICT DO NOTHING", id);
    sql.run("DELETE FROM recordings WHERE id = ?", id);
  }
  return recordings.length > 0;
}

function hasPiecesToDrop(sql: Sql): boolean {
  const has = (table: string) => `EXISTS (SELECT 1 FROM ${table} WHERE ${table}.recording_id = dropped.recording_id)`;
  const select = `SELECT 1 FROM recordings_to_drop AS dropped WHERE ${has("pieces")} OR ${has("piece_uuids")} LIMIT 1`;
  return sql.get(select) !== undefined;
}

function find(sql: Sql, projectId: ProjectId): RemovedProject | null {
  const row = sql.get<RemovedProjectRow>(`${SELECT} WHERE id = ?`, projectNumber(projectId));
  return row ? toRemovedProject(row) : null;
}

const toRemovedProject = (row: RemovedProjectRow): RemovedProject => ({
  id: String(row.id),
  organizationId: row.organization_id,
  name: row.name,
  stage: row.stage,
  since: row.since,
});
