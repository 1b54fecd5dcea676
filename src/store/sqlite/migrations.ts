import type { Migration } from "./apply-migrations.ts";
import { initial } from "./initial-migration.ts";

/**
 * Replaces a table, called `from` until then, by one of records. `fields` are arguments of `json_object`. Opening adds
 * columns and indexes.
 */
function recordsOf(table: string, fields: string, from = table): Migration {
  return [
    `CREATE TABLE ${table}_records (version TEXT NOT NULL, value TEXT NOT NULL)`,
    `INSERT INTO ${table}_records (version, value) SELECT 'migrated', json_object(${fields}) FROM ${from}`,
    `DROP TABLE ${from}`,
    `ALTER TABLE ${table}_records RENAME TO ${table}`,
  ];
}

/** Escapes an escape again, as texts within JSON are. */
const textOf = (column: string) => `replace(${column}, char(65535), char(65535) || 'ffff')`;

const OWNERS = `(SELECT json_group_array(user_id) FROM members
  WHERE members.organization_id = organizations.id AND level = 'owner')`;

/** In the order of application. A released migration is never changed, not even the spaces of a statement. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  // 2. The recent invites of an organization as a JSON array: limits count them, also those that were deleted.
  ["CREATE TABLE recent_invites (organization_id TEXT PRIMARY KEY, list TEXT NOT NULL) WITHOUT ROWID"],
  // 3. One row: what identifies this database and its copies.
  ["CREATE TABLE store_id (id TEXT NOT NULL)", "INSERT INTO store_id SELECT lower(hex(randomblob(16)))"],
  // 4. Numbers and versions of flags that clients keep in 31 bits. `last` also counts flags that were deleted.
  [
    "ALTER TABLE flags ADD COLUMN number INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE flags ADD COLUMN version INTEGER NOT NULL DEFAULT 1",
    `UPDATE flags SET number = counted.number FROM
    (SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY id) AS number FROM flags) AS counted
    WHERE counted.id = flags.id`,
    "CREATE UNIQUE INDEX flags_by_number ON flags (project_id, number)",
    "CREATE TABLE flag_numbers (project_id INTEGER PRIMARY KEY, last INTEGER NOT NULL)",
    "INSERT INTO flag_numbers SELECT project_id, MAX(number) FROM flags GROUP BY project_id",
  ],
  // 5. The hour of each key's last use.
  ["ALTER TABLE keys ADD COLUMN last_used_at INTEGER"],
  // 6. When to check whether the session has a recording; null if it has one. Rows of earlier versions are due at once,
  // so that they need not be rewritten here.
  [
    "ALTER TABLE recording_properties ADD COLUMN check_at INTEGER DEFAULT 0",
    "CREATE INDEX recording_properties_to_check ON recording_properties (check_at) WHERE check_at IS NOT NULL",
  ],
  // 7. Who created a flag and when (for existing ones, their last change), the latest changes, and restorable flags.
  [
    "ALTER TABLE flags ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE flags ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE flags ADD COLUMN created_by INTEGER",
    "ALTER TABLE flags ADD COLUMN activity TEXT NOT NULL DEFAULT '[]'",
    "UPDATE flags SET created_at = updated_at",
  ],
  // 8. By which secret an invite is accepted, and until when an attempt has reserved it; earlier invites have no
  // secret. What a member may do; the first member of an organization owns it.
  [
    "ALTER TABLE invites ADD COLUMN secret_hash TEXT",
    "ALTER TABLE invites ADD COLUMN claimed_until INTEGER",
    "CREATE UNIQUE INDEX invites_by_secret ON invites (secret_hash) WHERE secret_hash IS NOT NULL",
    "ALTER TABLE members ADD COLUMN level TEXT NOT NULL DEFAULT 'member'",
    `UPDATE members SET level = 'owner' WHERE user_id =
    (SELECT min(user_id) FROM members AS others WHERE others.organization_id = members.organization_id)`,
    "CREATE INDEX members_by_user ON members (user_id)",
    "CREATE INDEX keys_by_user ON keys (user_id) WHERE user_id IS NOT NULL",
    "CREATE INDEX projects_by_organization ON projects (organization_id)",
  ],
  // 9. How long events of a project are kept, in seconds: 0 is forever, null the default of the service.
  ["ALTER TABLE projects ADD COLUMN event_retention_seconds INTEGER"],
  // 10. The address by which a person is found, with A to Z in lower case (`store/email.ts`). A column costs
  // an update only if the address changes; an index on an expression would parse all properties at every update.
  [
    "ALTER TABLE persons ADD COLUMN email TEXT",
    `UPDATE persons SET email = iif(json_valid(properties),
      iif(json_type(properties, '$.email') = 'text' AND length(properties ->> '$.email') BETWEEN 1 AND 320,
        lower(properties ->> '$.email'), NULL), NULL)
    WHERE instr(properties, '"email":') > 0`,
    "CREATE INDEX persons_by_time ON persons (project_id, created_at)",
    "CREATE INDEX persons_by_email ON persons (project_id, email, created_at) WHERE email IS NOT NULL",
  ],
  // 11. Erasures of persons. A stage is the place in `ERASURE_STAGES`. What an erasure is about is in `erasure_items`
  // until it is completed. `merged_persons_by_target` finds the uuids that a person has had.
  [
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
  ],
  // 12. Projects that were removed, or are being removed.
  [
    `CREATE TABLE removed_projects (
    id INTEGER PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL,
    stage TEXT NOT NULL, since INTEGER NOT NULL
  )`,
  ],
  // 13. Keys become records: `records/keys.ts`. Opening adds columns and indexes. An escape is escaped again within
  // JSON.
  [
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
  ],
  // 14. Invites of earlier versions made members.
  ["ALTER TABLE invites ADD COLUMN level TEXT NOT NULL DEFAULT 'member'"],
  // 15. None: it was never released, and 18 undoes what it did.
  [],
  // 16. Nodes and recent invites become records.
  [
    ...recordsOf("nodes", `'id', id, 'name', ${textOf("name")}, 'seenAt', seen_at`),
    ...recordsOf("recent_invites", "'organizationId', organization_id, 'list', json(list)"),
  ],
  // 17. Tenants, removed projects, the first setup and all counters become records.
  [
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
  ],
  // 18. An index keeps uuids unique: events leave for history files, so it stays small.
  [
    ...["uuid_index", "uuid_runs", "uuid_chunks"].map((table) => `DROP TABLE IF EXISTS ${table}`),
    "CREATE UNIQUE INDEX IF NOT EXISTS events_by_uuid ON events (project_id, uuid)",
  ],
  // 19. Invites become records. Of addresses, only A to Z are folded here.
  recordsOf(
    "invites",
    `'id', id, 'organizationId', organization_id, 'targetEmail', ${textOf("target_email")},
    'foldedEmail', ${textOf("lower(target_email)")}, 'firstName', ${textOf("first_name")},
    'message', ${textOf("message")}, 'level', level,
    'emailingAttemptMade', json(iif(emailing_attempt_made = 1, 'true', 'false')), 'createdBy', created_by,
    'createdAt', created_at, 'updatedAt', updated_at, 'expiresAt', expires_at, 'secretHash', secret_hash,
    'claimedUntil', ifnull(claimed_until, 0), 'place', printf('%012x-%012d', created_at, number)`,
  ),
  // 20. Erasures become records, and so do their items, all of a kind in one.
  [
    `INSERT INTO counters (version, value) SELECT 'migrated', json_object('name', 'erasures ' || project_id, 'last',
      max(number)) FROM erasures GROUP BY project_id`,
    "CREATE TABLE person_erasure_items (version TEXT NOT NULL, value TEXT NOT NULL)",
    `INSERT INTO person_erasure_items (version, value) SELECT 'migrated', json_object(
      'projectId', CAST(project_id AS TEXT), 'erasureId', erasure_id, 'kind', kind, 'chunk', 'migrated',
      'items', json_group_array(${textOf("erasure_items.value")}))
    FROM erasure_items JOIN erasures ON erasures.id = erasure_id GROUP BY erasure_id, kind`,
    "DROP TABLE erasure_items",
    ...recordsOf(
      "person_erasures",
      `'projectId', CAST(project_id AS TEXT), 'id', id, 'requestedAt', requested_at,
      'stage', json_extract('["collecting","detaching","removing","sweeping","completed"]', '$[' || stage || ']'),
      'completedAt', completed_at, 'number', number, 'isAccepted', json(iif(stage > 0, 'true', 'false')),
      'isOpen', json(iif(completed_at IS NULL, 'true', 'false'))`,
      "erasures",
    ),
  ],
  // 21. Flags become records.
  recordsOf(
    "feature_flags",
    `'projectId', CAST(project_id AS TEXT), 'key', ${textOf("key")}, 'id', project_id || '/' || number,
    'number', number, 'revision', version, 'deleted', json(iif(deleted = 1, 'true', 'false')),
    'createdAt', created_at, 'createdBy', created_by, 'updatedAt', updated_at, 'bytes', octet_length(definition),
    'definition', ${textOf("definition")}, 'activity', ${textOf("activity")}`,
    "flags",
  ),
];
