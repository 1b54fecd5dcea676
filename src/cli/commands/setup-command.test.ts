import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";

test("setup --json prints an object with ids and valid keys", async (t) => {
  const { run, setup } = await openTestCli(t);
  const result = await setup("--organization", "Acme", "--project", "Website", "--email", "ada@example.com");
  assert.deepEqual(Object.keys(result), [
    "organization_id",
    "project_id",
    "user_id",
    "project_api_key",
    "personal_api_key",
  ]);
  assert.match(String(result.organization_id), /^[0-9a-f-]{36}$/);
  assert.equal(result.project_id, "1");
  assert.equal(result.user_id, 1);
  assert.match(String(result.personal_api_key), /^phx_[A-Za-z0-9]{43}$/);
  const listed = JSON.parse((await run(["keys", "list", "--json"])).out);
  assert.deepEqual(
    listed.map((key: { kind: string }) => key.kind),
    ["project", "personal"],
  );
  assert.equal(listed[0].key, result.project_api_key);
});

test("a second member gets a separate key", async (t) => {
  const { setup } = await openTestCli(t);
  const result = await setup("--email", "ada@example.com", "--member", "bob@example.com");
  assert.match(String(result.member_personal_api_key), /^phx_[A-Za-z0-9]{43}$/);
  assert.notEqual(result.member_personal_api_key, result.personal_api_key);
  assert.notEqual(result.member_user_id, result.user_id);
});

test("each setup creates a new organization", async (t) => {
  const { setup } = await openTestCli(t);
  const one = await setup("--organization", "Acme");
  const two = await setup("--organization", "Acme");
  for (const id of ["organization_id", "project_id", "user_id", "project_api_key"]) assert.notEqual(one[id], two[id]);
});

test("without --json the result is readable text", async (t) => {
  const { run } = await openTestCli(t);
  const { status, out, err } = await run(["setup", "--organization", "Acme", "--member", "bob@example.com"]);
  assert.deepEqual([status, err], [0, ""]);
  assert.match(out, /^Organization: +[0-9a-f-]{36} {2}\(Acme\)$/m);
  assert.match(out, /^Project API key: +phc_[A-Za-z0-9]{43}$/m);
  assert.match(out, /^Second member: +2 {2}\(bob@example\.com\)$/m);
});
