import type { Migration } from "../apply-migrations.ts";
import { buildRuns } from "../events/uuids/build-runs.ts";

/** An index of random uuids changed another page for each event. */
export const uuidRuns: Migration = [
  // One row. Events up to `left_until` are known without their rows.
  `CREATE TABLE uuid_index (
    key_low INTEGER NOT NULL, key_high INTEGER NOT NULL,
    sealed INTEGER NOT NULL DEFAULT 0, left_until INTEGER NOT NULL DEFAULT 0, generation INTEGER NOT NULL DEFAULT 0
  )`,
  "INSERT INTO uuid_index (key_low, key_high) VALUES (random() & 4294967295, random() & 4294967295)",
  `CREATE TABLE uuid_runs (
    run INTEGER PRIMARY KEY, level INTEGER NOT NULL, first_id INTEGER NOT NULL, entries INTEGER NOT NULL,
    low INTEGER NOT NULL, high INTEGER NOT NULL, target INTEGER, nonce INTEGER NOT NULL
  )`,
  // The id is the run's number and, in its lower 32 bits, the high half of the first fingerprint.
  "CREATE TABLE uuid_chunks (id INTEGER PRIMARY KEY, data BLOB NOT NULL)",
  buildRuns,
  "DROP INDEX events_by_uuid",
];
