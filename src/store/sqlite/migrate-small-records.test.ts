import assert from "node:assert/strict";
import { test } from "node:test";
import { COUNTERS } from "../records/counters.ts";
import { recordErasures } from "../records/erasures.ts";
import { recordFlags } from "../records/flags.ts";
import { recordInvites } from "../records/invites.ts";
import { recordNodes } from "../records/nodes.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { recordRemovals } from "../records/removed-projects.ts";
import { recordTenants } from "../records/tenants.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { MIGRATIONS } from "./migrations.ts";
import { prepareRecordTables } from "./record-tables.ts";
import { sqliteRecords } from "./records.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

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
  await recordInvites(records).changeRecent("o", (found) => {
    assert.deepEqual(found, recent);
    return [];
  });
});

test("migration 17 makes records of tenants, removed projects and counters", async () => {
  const user = `INSERT INTO users
      (id, uuid, distinct_id, email, folded_email, first_name, is_email_verified, created_at)
    VALUES (?, 'u', ?, ?, ?, ?, ?, 3)`;
  const records = migrated(16, (sql) => {
    sql.run("INSERT INTO claimed (name) VALUES ('first setup')");
    for (const id of ["o1", "o2"]) sql.run("INSERT INTO organizations VALUES (?, ?, 1)", id, TEXT);
    sql.run(user, 1, TEXT, "Ada@x.example", "ada@x.example", TEXT, 1);
    sql.run(user, 2, "d", "b@x.example", "b@x.example", "", 0);
    const member = "INSERT INTO members (organization_id, user_id, level) VALUES (?, ?, ?)";
    sql.run(member, "o1", 1, "owner");
    sql.run(member, "o1", 2, "admin");
    sql.run(member, "o2", 2, "member");
    const project = `INSERT INTO projects (id, organization_id, name, created_at, event_retention_seconds)
      VALUES (?, 'o1', ?, 2, ?)`;
    sql.run(project, 4, TEXT, null);
    sql.run(project, 11, "", 0);
    sql.run(project, 12, "", 0);
    sql.run("DELETE FROM projects WHERE id = 12");
    sql.run("INSERT INTO removed_projects VALUES (12, 'o1', ?, 'removing', 9)", TEXT);
    sql.run("INSERT INTO flag_numbers VALUES (4, 7)");
  });
  const tenants = recordTenants(records);
  const removals = recordRemovals(records, { removeData: async () => false, purgeDeleted: async () => {} });
  assert.equal(await tenants.claimFirstSetup(), false);
  assert.deepEqual(await tenants.listOrganizations(), [
    { id: "o1", name: TEXT, createdAt: 1 },
    { id: "o2", name: TEXT, createdAt: 1 },
  ]);
  const common = { uuid: "u", createdAt: 3 };
  const ada = { ...common, id: 1, distinctId: TEXT, email: "Ada@x.example", firstName: TEXT, isEmailVerified: true };
  const bob = { ...common, id: 2, distinctId: "d", email: "b@x.example", firstName: "", isEmailVerified: false };
  assert.deepEqual(await tenants.findUserByEmail("ADA@x.example"), ada);
  const members = [
    { user: ada, level: "owner" },
    { user: bob, level: "admin" },
  ];
  assert.deepEqual(await tenants.listMembers("o1"), members);
  assert.deepEqual(await tenants.listMembers("o2"), [{ user: bob, level: "member" }]);
  assert.equal(await tenants.removeMember("o1", 1), "last owner");
  const project = { organizationId: "o1", createdAt: 2 };
  assert.deepEqual(await tenants.projectsOf("o1"), [
    { ...project, id: "4", name: TEXT, eventRetentionSeconds: null },
    { ...project, id: "11", name: "", eventRetentionSeconds: 0 },
  ]);
  const removed = { id: "12", organizationId: "o1", name: TEXT, stage: "removing", since: 9 } as const;
  assert.deepEqual(await removals.unconfirmed(), [removed]);
  assert.equal((await tenants.addProject({ organizationId: "o1", name: "", createdAt: 1 })).id, "13");
  assert.equal((await tenants.addUser({ ...bob, email: "c@x.example" })).id, 3);
  assert.equal((await records.find(COUNTERS, { name: "flags 4" }))?.last, 7);
});

test("migration 19 makes records of invites", async () => {
  const records = migrated(18, (sql) => {
    const insert = `INSERT INTO invites (id, organization_id, target_email, first_name, message, emailing_attempt_made,
        created_by, created_at, updated_at, expires_at, secret_hash, claimed_until, level)
      VALUES (?, 'o', 'Ada@x.example', ?, ?, ?, 7, 1, 2, 100, ?, ?, ?)`;
    sql.run(insert, "older", TEXT, TEXT, 1, null, null, "admin");
    sql.run(insert, "newer", "", "", 0, "hash", 50, "member");
  });
  const invites = recordInvites(records);
  const common = { organizationId: "o", targetEmail: "Ada@x.example", createdBy: 7, createdAt: 1, updatedAt: 2 };
  const texts = { firstName: TEXT, message: TEXT, level: "admin" } as const;
  const older = { id: "older", ...common, ...texts, expiresAt: 100, emailingAttemptMade: true, secretHash: null };
  const newer = { ...older, id: "newer", firstName: "", message: "", level: "member", emailingAttemptMade: false };
  const expected = [{ ...newer, secretHash: "hash" }, older];
  assert.deepEqual((await invites.list("o", { limit: 10, offset: 0 })).items, expected);
  assert.deepEqual(await invites.findByAddress("ada@X.example", 5), expected.toReversed());
  assert.equal(await invites.claim("hash", 49, 1), null);
  assert.deepEqual(await invites.claim("hash", 50, 1), expected[0]);
});

test("migration 20 makes records of erasures and their items", async () => {
  const records = migrated(19, (sql) => {
    const insert = "INSERT INTO erasures (id, project_id, requested_at, stage, completed_at) VALUES (?, 4, ?, ?, ?)";
    sql.run(insert, "done", 1, 4, 3);
    sql.run(insert, "open", 2, 2, null);
    sql.run(insert, "new", 3, 0, null);
    for (const value of [TEXT, "b"]) sql.run("INSERT INTO erasure_items VALUES ('open', 'distinct_id', ?)", value);
  });
  const erasures = recordErasures(records, { isShared: false, scrub: async () => true });
  const open = { id: "open", projectId: "4", requestedAt: 2, stage: "removing", completedAt: null } as const;
  const done = { ...open, id: "done", requestedAt: 1, stage: "completed", completedAt: 3 };
  assert.deepEqual(await erasures.list("4", { limit: 10, offset: 0 }), { count: 2, items: [open, done] });
  assert.deepEqual(await erasures.unfinished(), [open, { ...open, id: "new", requestedAt: 3, stage: "collecting" }]);
  assert.deepEqual((await erasures.items(open, "distinct_id")).toSorted(), [TEXT, "b"].toSorted());
  assert.deepEqual(await erasures.matching("4", ["a", TEXT]), [{ ...open, distinctId: TEXT }]);
  assert.equal((await records.find(COUNTERS, { name: "erasures 4" }))?.last, 3);
});

test("migration 21 makes records of flags, deleted ones too", async () => {
  const records = migrated(20, (sql) => {
    const insert = `INSERT INTO flags (project_id, key, definition, number, version, deleted, created_at, created_by,
      updated_at, activity) VALUES (4, ?, ?, ?, ?, ?, 1, ?, 5, ?)`;
    sql.run(insert, TEXT, TEXT, 1, 3, 0, 7, `["${TEXT}"]`);
    sql.run(insert, "gone", "{}", 2, 1, 1, null, "[]");
    sql.run("INSERT INTO counters (version, value) VALUES ('1', json_object('name', 'flags 4', 'last', 9))");
  });
  const flags = recordFlags(records);
  const common = { createdAt: 1, updatedAt: 5 };
  const kept = { ...common, key: TEXT, definition: TEXT, number: 1, version: 3, deleted: false, createdBy: 7 };
  assert.deepEqual(await flags.list("4"), [kept]);
  assert.deepEqual(await flags.find("4", 1), { ...kept, activity: `["${TEXT}"]` });
  const [version] = await flags.versions("4");
  assert.deepEqual([version?.version, (version?.bytes ?? 0) > TEXT.length], [3, true]);
  const gone = { ...common, key: "gone", definition: "{}", number: 2, version: 1, deleted: true, createdBy: null };
  assert.deepEqual(await flags.find("4", 2), { ...gone, activity: "[]" });
  const content = { ...common, definition: "{}", version: 1, deleted: false, createdBy: null, activity: "[]" };
  assert.equal((await flags.change("4", "new", () => content))?.number, 10);
  await flags.removeDeleted("4", 0);
  assert.equal(await flags.find("4", 2), null);
});
