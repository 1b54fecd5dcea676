import type { Migration } from "../apply-migrations.ts";

/**
 * When to check whether the session has a recording; null if it has one. Rows of earlier versions are due at once, so
 * that they need not be rewritten here.
 */
export const unrecordedSessions: Migration = [
  "ALTER TABLE recording_properties ADD COLUMN check_at INTEGER DEFAULT 0",
  "CREATE INDEX recording_properties_to_check ON recording_properties (check_at) WHERE check_at IS NOT NULL",
];
