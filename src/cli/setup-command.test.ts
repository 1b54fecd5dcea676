import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "./test-cli.ts";

test("setup --json prints one object with the ids and keys, which are in force", async (t) => {
  const { run, setup } = await openTestCli(t);
  const made = await setup("--organization", "Acme", "--project", "Website", "--email", "ada@example.com");
  assert.deepEqual(Object.keys(made), [
    "organization_id",
    "project_id",
    "user_id",
    "project_api_key",
    "personal_api_key",
  ]);
  assert.match(String(made.organization_id), /^[0-9a-f-]{36}$/);
  assert.equal(made.project_id, "1");
  assert.equal(made.user_id, 1);
  assert.match(String(made.personal_api_key), /^phx_[A-Za-z0-9]{43}$/);
  const listed = JSON.parse((await run(["keys", "list", "--json"])).out);
  assert.deepEqual(
    listed.map((key: { kind: string }) => key.kind),
    ["project", "personal"],
  );
  assert.equal(listed[0].key, made.project_api_key);
});

test("a second member has a key of its own", async (t) => {
  const { setup } = await openTestCli(t);
  const made = await setup("--email", "ada@example.com", "--member", "bob@example.com");
  assert.match(String(made.member_personal_api_key), /^phx_[A-Za-z0-9]{43}$/);
  assert.notEqual(made.member_personal_api_key, made.personal_api_key);
  assert.notEqual(made.member_user_id, made.user_id);
});

test("each setup makes an organization of its own", async (t) => {
  const { setup } = await openTestCli(t);
  const one = await setup("--organization", "Acme");
  const two = await setup("--organization", "Acme");
  for (const id of ["organization_id", "project_id", "user_id", "project_api_key"]) assert.notEqual(one[id], two[id]);
});

test("without --json a person can read it", async (t) => {
  const { run } = await openTestCli(t);
  const { status, out, err } = await run(["setup", "--organization", "Acme", "--member", "bob@example.com"]);
  assert.deepEqual([status, err], [0, ""]);
  assert.match(out, /^Organization: +[0-9a-f-]{36} {2}\(Acme\)$/m);
  assert.match(out, /^Project API key: +phc_[A-Za-z0-9]{43}$/m);
  assert.match(out, /^Second member: +2 {2}\(bob@example\.com\)$/m);
});
