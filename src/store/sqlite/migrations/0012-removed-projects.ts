import type { Migration } from "../apply-migrations.ts";

/** Projects that were removed, or are being removed. */
export const removedProjects: Migration = [
  `CREATE TABLE removed_projects (
    id INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL,
    stage TEXT NOT NULL, since INTEGER NOT NULL
  )`,
];
