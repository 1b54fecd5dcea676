import {
  ERASURE_STAGES,
  type Erasure,
  type Erasures,
  MAX_UNFINISHED_ERASURES,
  type MatchingId,
} from "../ports/erasures.ts";
import type { Records } from "../ports/records.ts";
import { recordNodes } from "../records/nodes.ts";
import { projectNumber } from "../stored-ids.ts";
import { scrubPages } from "./scrub-pages.ts";
import type { Transactions } from "./sqlite-database.ts";
import { insertStatement, writeRows } from "./write-rows.ts";

interface ErasureRow {
  readonly id: string;
  readonly project_id: number;
  readonly requested_at: number;
  readonly stage: number;
  readonly completed_at: number | null;
}

const COLLECTING = ERASURE_STAGES.indexOf("collecting");
const COMPLETED = ERASURE_STAGES.indexOf("completed");
const INSERT_ITEMS = insertStatement(
  "INSERT INTO erasure_items (erasure_id, kind, value)",
  ["text", "text", "text"],
  "WHERE true ON CONFLICT DO NOTHING",
);
const SELECT_MATCHING = `SELECT erasures.* FROM erasures JOIN erasure_items ON erasure_id = erasures.id
  WHERE completed_at IS NULL AND project_id = ? AND kind = 'distinct_id' AND value = ?`;

export function sqliteErasures(database: Transactions, records: Records): Erasures {
  return {
    ...recordNodes(records, false),

    insert: ({ id, projectId, requestedAt, stage, completedAt }) =>
      database.write((sql) => {
        const insert = `INSERT INTO erasures (id, project_id, requested_at, stage, completed_at)
          VALUES (?, ?, ?, ?, ?)`;
        sql.run(insert, id, projectNumber(projectId), requestedAt, ERASURE_STAGES.indexOf(stage), completedAt);
      }),

    find: ({ projectId, id }) =>
      database.readOnce((sql) => {
        const select = "SELECT * FROM erasures WHERE project_id = ? AND id = ?";
        const row = sql.get<ErasureRow>(select, projectNumber(projectId), id);
        return row ? toErasure(row) : null;
      }),

    list: (projectId, { limit, offset }) =>
      database.read((sql) => {
        const where = `project_id = ? AND stage > ${COLLECTING}`;
        const project = projectNumber(projectId);
        const select = `SELECT * FROM erasures WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?`;
        return {
          count: sql.one<{ count: number }>(`SELECT count(*) AS count FROM erasures WHERE ${where}`, project).count,
          items: sql.all<ErasureRow>(select, project, limit, offset).map(toErasure),
        };
      }),

    unfinished: () =>
      database.readOnce((sql) => {
        const select = "SELECT * FROM erasures WHERE completed_at IS NULL ORDER BY number LIMIT ?";
        return sql.all<ErasureRow>(select, MAX_UNFINISHED_ERASURES).map(toErasure);
      }),

    advance: ({ id }, stage, at) =>
      database.write((sql) => {
        const number = ERASURE_STAGES.indexOf(stage);
        const update = "UPDATE erasures SET stage = ?1, completed_at = ?2 WHERE id = ?3 AND stage < ?1";
        sql.run(update, number, number === COMPLETED ? at : null, id);
      }),

    claim: (
      { id }, // one process has the journal and so the only drain
    ) => database.readOnce((sql) => sql.get("SELECT 1 FROM erasures WHERE id = ?", id) !== undefined),

    addItems: ({ id }, kind, values) =>
      database.write((sql) => {
        writeRows(sql, INSERT_ITEMS, values, (value) => [id, kind, value]);
      }),

    items: ({ id }, kind, after, limit) =>
      database.readOnce((sql) => {
        const select = "SELECT value FROM erasure_items WHERE erasure_id = ? AND kind = ? AND value > ? LIMIT ?";
        return sql.all<{ value: string }>(select, id, kind, after ?? "", limit).map(({ value }) => value);
      }),

    removeItems: ({ id }) =>
      database.write((sql) => void sql.run("DELETE FROM erasure_items WHERE erasure_id = ?", id)),

    matching: (projectId, distinctIds) =>
      database.read((sql) =>
        distinctIds.flatMap((distinctId): MatchingId[] => {
          const rows = sql.all<ErasureRow>(SELECT_MATCHING, projectNumber(projectId), distinctId);
          return rows.map((row) => ({ ...toErasure(row), distinctId }));
        }),
      ),

    scrub: (signal) => scrubPages(database, signal),
  };
}

const toErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  projectId: String(row.project_id),
  requestedAt: row.requested_at,
  stage: ERASURE_STAGES[row.stage] ?? "collecting",
  completedAt: row.completed_at,
});
