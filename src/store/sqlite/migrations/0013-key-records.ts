import type { Migration } from "../apply-migrations.ts";

/** Keys become records: `records/keys.ts`. Opening adds columns and indexes. An escape is escaped again within JSON. */
export const keyRecords: Migration = [
  "CREATE TABLE key_records (version TEXT NOT NULL, value TEXT NOT NULL)",
  `INSERT INTO key_records (version, value)
    SELECT 'migrated', json_patch(
      json_object('lookup', lookup, 'id', id, 'kind', kind, 'hint', hint,
        'label', replace(label, char(65535), char(65535) || 'ffff'), 'createdAt', created_at,
        'lastUsedAt', last_used_at, 'order', printf('%012d', number)),
      iif(kind = 'project', json_object('projectId', CAST(project_id AS TEXT)),
        json_object('userId', user_id, 'readOnly', json(iif(read_only = 1, 'true', 'false')))))
    FROM keys ORDER BY number`,
  "DROP TABLE keys",
  "ALTER TABLE key_records RENAME TO keys",
];
