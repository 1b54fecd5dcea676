import type { Migration } from "./apply-migrations.ts";

/**
 * Times are milliseconds since 1970; those of snapshots come from clients' clocks and may have fractions. UUIDs in
 * large tables are blobs of 16 bytes. Large columns come last, so that SQLite reads the others without them.
 */
export const initial: Migration = [
  "CREATE TABLE claimed (name TEXT PRIMARY KEY) WITHOUT ROWID",
  `CREATE TABLE organizations (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL
  )`,
  `CREATE TABLE projects (
    id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id TEXT NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL
  )`,
  `CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL, distinct_id TEXT NOT NULL,
    email TEXT NOT NULL, folded_email TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL, is_email_verified INTEGER NOT NULL, created_at INTEGER NOT NULL
  )`,
  `CREATE TABLE members (
    organization_id TEXT NOT NULL, user_id INTEGER NOT NULL, PRIMARY KEY (organization_id, user_id)
  ) WITHOUT ROWID`,

  `CREATE TABLE keys (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, lookup TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL, project_id INTEGER, user_id INTEGER, read_only INTEGER,
    hint TEXT NOT NULL, label TEXT NOT NULL, created_at INTEGER NOT NULL
  )`,

  `CREATE TABLE invites (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, organization_id TEXT NOT NULL,
    target_email TEXT NOT NULL, first_name TEXT NOT NULL, message TEXT NOT NULL, emailing_attempt_made INTEGER NOT NULL,
    created_by INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
  )`,
  "CREATE INDEX invites_by_organization ON invites (organization_id, created_at)",

  `CREATE TABLE events (
    id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, uuid BLOB NOT NULL,
    event TEXT NOT NULL, distinct_id TEXT NOT NULL, timestamp INTEGER NOT NULL, received_at INTEGER NOT NULL,
    properties TEXT NOT NULL
  )`,
  "CREATE UNIQUE INDEX events_by_uuid ON events (project_id, uuid)",
  // The columns after the id let SQLite filter without reading rows. This makes filters six times as fast and costs
  // less than 1 µs an event; an index by distinct id would cost 10 µs.
  "CREATE INDEX events_by_time ON events (project_id, timestamp, id, event, distinct_id)",

  `CREATE TABLE persons (
    id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, uuid BLOB NOT NULL,
    is_identified INTEGER NOT NULL, created_at INTEGER NOT NULL, properties TEXT NOT NULL
  )`,
  "CREATE UNIQUE INDEX persons_by_uuid ON persons (project_id, uuid)",
  `CREATE TABLE distinct_ids (
    number INTEGER PRIMARY KEY AUTOINCREMENT, project_id INTEGER NOT NULL,
    distinct_id TEXT NOT NULL, person_id INTEGER NOT NULL
  )`,
  "CREATE UNIQUE INDEX distinct_ids_by_text ON distinct_ids (project_id, distinct_id)",
  "CREATE INDEX distinct_ids_by_person ON distinct_ids (person_id)",
  `CREATE TABLE merged_persons (
    project_id INTEGER NOT NULL, uuid BLOB NOT NULL, into_uuid BLOB NOT NULL, PRIMARY KEY (project_id, uuid)
  ) WITHOUT ROWID`,

  `CREATE TABLE checkpoints (
    journal TEXT NOT NULL, project_id INTEGER NOT NULL, group_id INTEGER NOT NULL, place INTEGER NOT NULL,
    PRIMARY KEY (journal, project_id)
  ) WITHOUT ROWID`,

  `CREATE TABLE group_types (
    project_id INTEGER NOT NULL, number INTEGER NOT NULL, type TEXT NOT NULL,
    PRIMARY KEY (project_id, number), UNIQUE (project_id, type)
  ) WITHOUT ROWID`,
  `CREATE TABLE groups (
    id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, type TEXT NOT NULL, key TEXT NOT NULL,
    created_at INTEGER NOT NULL, properties TEXT NOT NULL, UNIQUE (project_id, type, key)
  )`,

  `CREATE TABLE flags (
    id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, key TEXT NOT NULL, updated_at INTEGER NOT NULL,
    definition TEXT NOT NULL, UNIQUE (project_id, key)
  )`,
  `CREATE TABLE flag_identifiers (
    project_id INTEGER NOT NULL, person_uuid TEXT NOT NULL, flag_key TEXT NOT NULL, identifier TEXT NOT NULL,
    PRIMARY KEY (project_id, person_uuid, flag_key)
  ) WITHOUT ROWID`,

  // Pieces up to `filed_up_to` are in files, and hidden. `waiting_since` does not change while `left_to_drop` is set.
  `CREATE TABLE recordings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL, session_id TEXT NOT NULL, distinct_id TEXT NOT NULL,
    first_ms REAL NOT NULL, duration_ms REAL NOT NULL, active_ms INTEGER NOT NULL DEFAULT 0,
    received_at INTEGER NOT NULL, pinned_count INTEGER NOT NULL DEFAULT 0,
    unflushed_bytes INTEGER NOT NULL, unflushed_first_ms REAL, unflushed_last_ms REAL, unflushed_since INTEGER,
    waiting_since INTEGER, filed_up_to INTEGER NOT NULL DEFAULT 0, left_to_drop INTEGER NOT NULL DEFAULT 0,
    claimed_by TEXT, claimed_until INTEGER, summary TEXT NOT NULL
  )`,
  "CREATE UNIQUE INDEX recordings_by_session ON recordings (project_id, session_id)",
  "CREATE INDEX recordings_by_start ON recordings (project_id, first_ms DESC, session_id, duration_ms)",
  `CREATE INDEX recordings_by_distinct_id
    ON recordings (project_id, distinct_id, first_ms DESC, session_id, duration_ms)`,
  "CREATE INDEX recordings_waiting ON recordings (waiting_since, unflushed_bytes) WHERE waiting_since IS NOT NULL",
  "CREATE INDEX recordings_expiring ON recordings (received_at) WHERE pinned_count = 0",
  "CREATE TABLE recording_counts (project_id INTEGER PRIMARY KEY, count INTEGER NOT NULL)",
  `CREATE TABLE recording_properties (
    id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, session_id TEXT NOT NULL,
    at INTEGER NOT NULL, properties TEXT NOT NULL, UNIQUE (project_id, session_id)
  )`,
  `CREATE TABLE recording_views (
    recording_id INTEGER NOT NULL, user_id INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (recording_id, user_id)
  ) WITHOUT ROWID`,
  // The user's active time by hour; `recordings.active_ms` is the sum.
  `CREATE TABLE recording_activity (
    recording_id INTEGER NOT NULL, hour INTEGER NOT NULL, next INTEGER, stretches TEXT NOT NULL,
    PRIMARY KEY (recording_id, hour)
  ) WITHOUT ROWID`,
  `CREATE TABLE recording_pins (
    recording_id INTEGER NOT NULL, user_id INTEGER NOT NULL, PRIMARY KEY (recording_id, user_id)
  ) WITHOUT ROWID`,
  `CREATE TABLE pieces (
    id INTEGER PRIMARY KEY AUTOINCREMENT, recording_id INTEGER NOT NULL, uuid BLOB NOT NULL,
    first_ms REAL NOT NULL, last_ms REAL NOT NULL, received_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
    window_id TEXT NOT NULL, data TEXT NOT NULL
  )`,
  "CREATE INDEX pieces_by_start ON pieces (recording_id, first_ms)",
  // Outlives the pieces, so that one already in a file is recognized when it arrives again.
  `CREATE TABLE piece_uuids (
    recording_id INTEGER NOT NULL, uuid BLOB NOT NULL, PRIMARY KEY (recording_id, uuid)
  ) WITHOUT ROWID`,
  `CREATE TABLE snapshot_chunks (
    id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, session_id TEXT NOT NULL,
    snapshot BLOB NOT NULL, number INTEGER NOT NULL, received_at INTEGER NOT NULL, event TEXT NOT NULL,
    UNIQUE (project_id, session_id, snapshot, number)
  )`,
  "CREATE INDEX snapshot_chunks_by_age ON snapshot_chunks (received_at)",
  // A file has the pieces up to `last_piece` that no earlier file has; `bytes` is null until it is finished.
  `CREATE TABLE recording_files (
    id INTEGER PRIMARY KEY, recording_id INTEGER NOT NULL, key TEXT NOT NULL,
    first_ms REAL NOT NULL, last_ms REAL NOT NULL, last_piece INTEGER NOT NULL, bytes INTEGER,
    UNIQUE (recording_id, key)
  )`,
  `CREATE TABLE erased_recordings (
    project_id INTEGER NOT NULL, session_id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (project_id, session_id)
  ) WITHOUT ROWID`,
  // Erased recordings with rows left in `pieces` or `piece_uuids`.
  "CREATE TABLE recordings_to_drop (recording_id INTEGER PRIMARY KEY)",
  `CREATE TABLE files_to_delete (
    project_id INTEGER NOT NULL, session_id TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (project_id, session_id, key)
  ) WITHOUT ROWID`,
];
