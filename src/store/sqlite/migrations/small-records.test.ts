import assert from "node:assert/strict";
import { test } from "node:test";
import { recordNodes } from "../../records/nodes.ts";
import { recordRecentInvites } from "../../records/recent-invites.ts";
import { RECORD_KINDS } from "../../records/record-kinds.ts";
import { applyMigrations } from "../apply-migrations.ts";
import { prepareRecordTables } from "../record-tables.ts";
import { sqliteRecords } from "../records.ts";
import { SqliteConnection } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { MIGRATIONS } from "./index.ts";

const TEXT = 'nul \0, half \ud800, escape \uffff, "quote", \u{1f600}';

/** Migrates a database that has the rows of `fill` in tables of the version `before`. */
function migrated(before: number, fill: (sql: SqliteConnection) => void) {
  const sql = new SqliteConnection(":memory:");
  applyMigrations(sql, MIGRATIONS.slice(0, before));
  fill(sql);
  applyMigrations(sql, MIGRATIONS);
  prepareRecordTables(sql, RECORD_KINDS);
  const run = async <T>(work: (sql: SqliteConnection) => T) => work(sql);
  const database: Transactions = { read: run, readOnce: run, write: run, purgeDeleted: async () => false };
  return sqliteRecords(database);
}

test("migration 16 makes records of nodes and recent invites", async () => {
  const recent = [{ address: "hash", at: 7 }];
  const records = migrated(15, (sql) => {
    sql.run("INSERT INTO nodes (id, name, seen_at) VALUES ('n', ?, 5)", TEXT);
    sql.run("INSERT INTO recent_invites (organization_id, list) VALUES ('o', ?)", JSON.stringify(recent));
  });
  assert.deepEqual(await recordNodes(records, false).nodes(), [{ id: "n", name: TEXT, seenAt: 5 }]);
  await recordRecentInvites(records).changeRecent("o", (found) => {
    assert.deepEqual(found, recent);
    return [];
  });
});
