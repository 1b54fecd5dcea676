import type { Migration } from "../apply-migrations.ts";

/** Numbers and versions of flags that clients keep in 31 bits. `last` also counts flags that were deleted. */
export const flagNumbers: Migration = [
  "ALTER TABLE flags ADD COLUMN number INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE flags ADD COLUMN version INTEGER NOT NULL DEFAULT 1",
  `UPDATE flags SET number = counted.number FROM
    (SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY id) AS number FROM flags) AS counted
    WHERE counted.id = flags.id`,
  "CREATE UNIQUE INDEX flags_by_number ON flags (project_id, number)",
  "CREATE TABLE flag_numbers (project_id INTEGER PRIMARY KEY, last INTEGER NOT NULL)",
  "INSERT INTO flag_numbers SELECT project_id, MAX(number) FROM flags GROUP BY project_id",
];
