import assert from "node:assert/strict";
import { test } from "node:test";
import { openSqlite } from "../storage/sqlite/sqlite.ts";
import { isEmailAddress } from "./email.ts";
import { runFirstSetup, setUp } from "./setup.ts";
import { openTestStore } from "./test-store.ts";

test("the first setup is made once, also by two processes that start together", async (t) => {
  const { documents, directory } = await openTestStore(t);
  const other = await openSqlite(directory);
  const made = await Promise.all([runFirstSetup(documents), runFirstSetup(other)]);
  await other.close();
  assert.equal(made.filter((one) => one !== null).length, 1);
  assert.equal(await runFirstSetup(documents), null);
  assert.equal((await documents.tenants.listProjects()).length, 1);
});

test("after a setup by hand the first start makes nothing", async (t) => {
  const { documents } = await openTestStore(t);
  await setUp(documents, {});
  assert.equal(await runFirstSetup(documents), null);
});

test("everything has the names wished for, and the keys are in force", async (t) => {
  const { documents } = await openTestStore(t);
  const wishes = { organization: "Acme", project: "Website", email: "ada@example.com", member: "bob@example.com" };
  const made = await setUp({ ...documents, now: () => 1234 }, wishes);
  assert.deepEqual(await documents.tenants.listProjects(), [made.project]);
  assert.equal(made.project.name, "Website");
  assert.equal(made.organization.name, "Acme");
  assert.deepEqual(await documents.tenants.listMembers(made.organization.id), [made.owner.user, made.member?.user]);
  assert.deepEqual([made.owner.user.email, made.member?.user.email], ["ada@example.com", "bob@example.com"]);
  const keys = await documents.keys.list();
  assert.deepEqual(
    keys.map(({ kind, createdAt }) => [kind, createdAt]),
    [
      ["project", 1234],
      ["personal", 1234],
      ["personal", 1234],
    ],
  );
  assert.ok(!JSON.stringify(keys).includes(made.owner.personalApiKey));
});

test("a name may be given twice and means two organizations; by default they share no user", async (t) => {
  const { documents } = await openTestStore(t);
  const one = await setUp(documents, { organization: "Acme" });
  const two = await setUp(documents, { organization: "Acme" });
  assert.notEqual(one.organization.id, two.organization.id);
  assert.notEqual(one.project.id, two.project.id);
  assert.notEqual(one.owner.user.id, two.owner.user.id);
  assert.ok(isEmailAddress(one.owner.user.email));
  assert.equal(await documents.tenants.projectOfMember(one.owner.user.id, two.project.id), null);
});

test("a user who is there already joins the new organization with a new key", async (t) => {
  const { documents } = await openTestStore(t);
  const one = await setUp(documents, { email: "ada@example.com" });
  const two = await setUp(documents, { email: "ADA@example.com" });
  assert.equal(two.owner.user.id, one.owner.user.id);
  assert.notEqual(two.owner.personalApiKey, one.owner.personalApiKey);
  assert.ok(await documents.tenants.projectOfMember(one.owner.user.id, two.project.id));
});
