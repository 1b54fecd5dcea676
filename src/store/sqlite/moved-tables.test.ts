import assert from "node:assert/strict";
import { test } from "node:test";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { MIGRATIONS } from "./migrations.ts";
import { TABLES } from "./moved-tables.ts";
import { SqliteConnection } from "./sqlite-connection.ts";

/** What another store has of its own, or counts again, or what is gone when a move begins. */
const NOT_MOVED: Readonly<Record<string, readonly string[]>> = {
  distinct_ids: ["number", "person_id"],
  events: ["id"],
  groups: ["id"],
  invites: ["number", "claimed_until"],
  persons: ["id"],
  pieces: ["id", "recording_id"],
  piece_uuids: ["recording_id"],
  recording_activity: ["recording_id"],
  recording_files: ["id", "recording_id", "last_piece"],
  recording_pins: ["recording_id"],
  recording_properties: ["id"],
  recording_views: ["recording_id"],
  recordings: ["id", "pinned_count", "waiting_since", "filed_up_to", "left_to_drop", "claimed_by", "claimed_until"],
  snapshot_chunks: ["id"],
};
const TABLES_NOT_MOVED = [...["store_id", "recording_counts", "recordings_to_drop", "sqlite_sequence"]];
test("every table and column of the schema is moved, or known not to be", () => {
  const connection = new SqliteConnection(":memory:");
  applyMigrations(connection, MIGRATIONS);
  const schema = connection.all<{ table: string; column: string }>(
    `SELECT tables.name AS "table", columns.name AS "column"
      FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  );
  connection.close();
  const moved = new Map(
    Object.values(TABLES).map(({ table, columns }) => [table, columns.map((name) => name.split(".").at(-1))]),
  );
  const others = new Set([...TABLES_NOT_MOVED, ...RECORD_KINDS.map(({ name }) => name)]);
  const forgotten = schema.filter(({ table, column }) => {
    const isMoved = moved.get(table)?.includes(column) || NOT_MOVED[table]?.includes(column);
    return !isMoved && !others.has(table);
  });
  assert.deepEqual(forgotten, []);
});
