import type { Migration } from "../apply-migrations.ts";

/** How long events of a project are kept, in seconds: 0 is forever, null the default of the service. */
export const eventRetention: Migration = ["ALTER TABLE projects ADD COLUMN event_retention_seconds INTEGER"];
