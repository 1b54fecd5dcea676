import type { Migration } from "../apply-migrations.ts";

/** The recent invites of an organization as a JSON array: limits count them, also those that were deleted. */
export const recentInvites: Migration = [
  "CREATE TABLE recent_invites (organization_id TEXT PRIMARY KEY, list TEXT NOT NULL) WITHOUT ROWID",
];
