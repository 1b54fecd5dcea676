import type { Migration } from "../apply-migrations.ts";
import { recordsOf, textOf } from "./records-of.ts";

const OWNERS = `(SELECT json_group_array(user_id) FROM members
  WHERE members.organization_id = organizations.id AND level = 'owner')`;

/** Tenants, removed projects, the first setup and all counters become records. */
export const tenantRecords: Migration = [
  "CREATE TABLE counters (version TEXT NOT NULL, value TEXT NOT NULL)",
  `INSERT INTO counters (version, value) SELECT 'migrated', json_object('name', name, 'last', last) FROM (
    SELECT name, seq AS last FROM sqlite_sequence WHERE name IN ('projects', 'users')
    UNION ALL SELECT 'flags ' || project_id, last FROM flag_numbers)`,
  "DROP TABLE flag_numbers",
  ...recordsOf("claims", "'name', name, 'by', 'migrated'", "claimed"),
  ...recordsOf(
    "organizations",
    `'id', id, 'name', ${textOf("name")}, 'createdAt', created_at, 'owners', json(${OWNERS})`,
  ),
  ...recordsOf(
    "members",
    `'id', organization_id || '/' || user_id, 'organizationId', organization_id, 'userId', user_id,
      'isAdmin', json(iif(level = 'admin', 'true', 'false'))`,
  ),
  ...recordsOf(
    "users",
    `'foldedEmail', ${textOf("folded_email")}, 'id', id, 'uuid', uuid, 'distinctId', ${textOf("distinct_id")},
      'email', ${textOf("email")}, 'firstName', ${textOf("first_name")},
      'isEmailVerified', json(iif(is_email_verified = 1, 'true', 'false')), 'createdAt', created_at`,
  ),
  ...recordsOf(
    "projects",
    `'number', id, 'organizationId', organization_id, 'name', ${textOf("name")}, 'createdAt', created_at,
      'eventRetentionSeconds', event_retention_seconds`,
  ),
  ...recordsOf(
    "removed_projects",
    `'number', id, 'organizationId', organization_id, 'name', ${textOf("name")}, 'stage', stage, 'since', since`,
  ),
];
