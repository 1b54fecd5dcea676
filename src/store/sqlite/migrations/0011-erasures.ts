import type { Migration } from "../apply-migrations.ts";

/**
 * Erasures of persons. A stage is the place in `ERASURE_STAGES`. What an erasure is about is in `erasure_items` until
 * it is completed. `merged_persons_by_target` finds the uuids that a person has had.
 */
export const erasures: Migration = [
  `CREATE TABLE erasures (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, project_id INTEGER NOT NULL,
    requested_at INTEGER NOT NULL, stage INTEGER NOT NULL, completed_at INTEGER
  )`,
  "CREATE INDEX erasures_by_project ON erasures (project_id)",
  "CREATE INDEX erasures_unfinished ON erasures (number) WHERE completed_at IS NULL",
  `CREATE TABLE erasure_items (
    erasure_id TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (erasure_id, kind, value)
  ) WITHOUT ROWID`,
  "CREATE TABLE nodes (id TEXT PRIMARY KEY, name TEXT NOT NULL, seen_at INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE INDEX merged_persons_by_target ON merged_persons (project_id, into_uuid)",
];
