import assert from "node:assert/strict";
import { test } from "node:test";
import { recordKeys } from "../records/keys.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { MIGRATIONS } from "./migrations.ts";
import { prepareRecordTables } from "./record-tables.ts";
import { sqliteRecords } from "./records.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

const BEFORE = 12;
const INSERT = `INSERT INTO keys
    (id, lookup, kind, project_id, user_id, read_only, hint, label, created_at, last_used_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const LABEL = 'nul \0, half \ud800, escape \uffff, "quote", \u{1f600}';

test("migration 13 makes records of all keys", async () => {
  const sql = new SqliteConnection(":memory:");
  applyMigrations(sql, MIGRATIONS.slice(0, BEFORE));
  sql.run(INSERT, "web", "phc_web", "project", 12, null, null, "phc_w…", LABEL, 2, null);
  sql.run(INSERT, "ci", "ab12", "personal", null, 3, 1, "phx_c…", "", 1, 3_600_000);
  applyMigrations(sql, MIGRATIONS);
  prepareRecordTables(sql, RECORD_KINDS);
  const run = async <T>(work: (sql: SqliteConnection) => T) => work(sql);
  const database: Transactions = { read: run, readOnce: run, write: run, purgeDeleted: async () => false };
  const keys = recordKeys(sqliteRecords(database));
  const times = { createdAt: 1, lastUsedAt: 3_600_000 };
  const personal = { kind: "personal", id: "ci", lookup: "ab12", userId: 3, readOnly: true, hint: "phx_c…", label: "" };
  const project = { kind: "project", id: "web", lookup: "phc_web", projectId: "12", hint: "phc_w…", label: LABEL };
  assert.deepEqual(await keys.list(), [
    { ...personal, ...times },
    { ...project, createdAt: 2, lastUsedAt: null },
  ]);
  assert.equal((await keys.listOfUser(3)).length, 1);
  await keys.recordUses([{ id: "web", at: 7_200_000 }]);
  assert.equal((await keys.find("phc_web"))?.lastUsedAt, 7_200_000);
});
