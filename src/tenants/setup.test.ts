import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";
import { isEmailAddress } from "./email.ts";
import { runFirstSetup, setUp } from "./setup.ts";

test("the first setup runs once, even if two processes start at the same time", async (t) => {
  const { store, directory } = await openTestStore(t);
  const other = await openSqlite(directory);
  const created = await Promise.all([runFirstSetup(store), runFirstSetup(other)]);
  await other.close();
  assert.equal(created.filter((one) => one !== null).length, 1);
  assert.equal(await runFirstSetup(store), null);
  assert.equal((await store.tenants.listProjects()).length, 1);
});

test("after setUp, the first setup creates nothing", async (t) => {
  const { store } = await openTestStore(t);
  await setUp(store, {});
  assert.equal(await runFirstSetup(store), null);
});

test("everything has the chosen names, and the keys are stored", async (t) => {
  const { store } = await openTestStore(t);
  const options = { organization: "Acme", project: "Website", email: "ada@example.com", member: "bob@example.com" };
  const created = await setUp({ ...store, now: () => 1234 }, options);
  assert.deepEqual(await store.tenants.listProjects(), [created.project]);
  assert.equal(created.project.name, "Website");
  assert.equal(created.organization.name, "Acme");
  assert.deepEqual(await store.tenants.listMembers(created.organization.id), [
    { user: created.owner.user, level: "owner" },
    { user: created.member?.user, level: "member" },
  ]);
  assert.deepEqual([created.owner.user.email, created.member?.user.email], ["ada@example.com", "bob@example.com"]);
  const keys = await store.keys.list();
  assert.deepEqual(
    keys.map(({ kind, createdAt }) => [kind, createdAt]),
    [
      ["project", 1234],
      ["personal", 1234],
      ["personal", 1234],
    ],
  );
  assert.ok(!JSON.stringify(keys).includes(created.owner.personalApiKey));
});

test("two organizations may have the same name; by default they share no user", async (t) => {
  const { store } = await openTestStore(t);
  const one = await setUp(store, { organization: "Acme" });
  const two = await setUp(store, { organization: "Acme" });
  assert.notEqual(one.organization.id, two.organization.id);
  assert.notEqual(one.project.id, two.project.id);
  assert.notEqual(one.owner.user.id, two.owner.user.id);
  assert.ok(isEmailAddress(one.owner.user.email));
  assert.equal(await store.tenants.projectOfMember(one.owner.user.id, two.project.id), null);
});

test("an existing user joins the new organization with a new key", async (t) => {
  const { store } = await openTestStore(t);
  const one = await setUp(store, { email: "ada@example.com" });
  const two = await setUp(store, { email: "ADA@example.com" });
  assert.equal(two.owner.user.id, one.owner.user.id);
  assert.notEqual(two.owner.personalApiKey, one.owner.personalApiKey);
  assert.ok(await store.tenants.projectOfMember(one.owner.user.id, two.project.id));
});
