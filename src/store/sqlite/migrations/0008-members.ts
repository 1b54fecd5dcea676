import type { Migration } from "../apply-migrations.ts";

/**
 * By which secret an invite is accepted, and until when an attempt has reserved it; earlier invites have no secret.
 * What a member may do; the first member of an organization owns it.
 */
export const members: Migration = [
  "ALTER TABLE invites ADD COLUMN secret_hash TEXT",
  "ALTER TABLE invites ADD COLUMN claimed_until INTEGER",
  "CREATE UNIQUE INDEX invites_by_secret ON invites (secret_hash) WHERE secret_hash IS NOT NULL",
  "ALTER TABLE members ADD COLUMN level TEXT NOT NULL DEFAULT 'member'",
  `UPDATE members SET level = 'owner' WHERE user_id =
    (SELECT min(user_id) FROM members AS others WHERE others.organization_id = members.organization_id)`,
  "CREATE INDEX members_by_user ON members (user_id)",
  "CREATE INDEX keys_by_user ON keys (user_id) WHERE user_id IS NOT NULL",
  "CREATE INDEX projects_by_organization ON projects (organization_id)",
];
