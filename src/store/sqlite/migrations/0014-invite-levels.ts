import type { Migration } from "../apply-migrations.ts";

/** Invites of earlier versions made members. */
export const inviteLevels: Migration = ["ALTER TABLE invites ADD COLUMN level TEXT NOT NULL DEFAULT 'member'"];
