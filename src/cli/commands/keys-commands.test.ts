import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";

test("a project key is created for the only project, listed and revoked", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  const created = await run(["keys", "create", "--project-key", "--label", "website", "--json"]);
  assert.deepEqual([created.status, created.err], [0, ""]);
  const key = JSON.parse(created.out);
  assert.match(key.key, /^phc_[A-Za-z0-9]{43}$/);
  assert.equal(key.project_id, "1");
  const { out } = await run(["keys", "list"]);
  assert.match(out, new RegExp(`^${key.id} +project +project 1 +${key.key} +website +\\S+ +never$`, "m"));
  assert.deepEqual(await run(["keys", "revoke", key.id]), {
    status: 0,
    out: `The key ${key.id} is revoked.\n`,
    err: "",
  });
  assert.doesNotMatch((await run(["keys", "list"])).out, new RegExp(key.key));
});

test("a personal key is shown once and abbreviated in lists", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup("--email", "ada@example.com");
  const { status, out } = await run(["keys", "create", "--personal", "--email", "ADA@example.com", "--read-only"]);
  assert.equal(status, 0);
  const [secret = "", id = ""] = out.match(/^(phx_\w+)\n.* (\S+)\.\n$/)?.slice(1) ?? [];
  const listed = (await run(["keys", "list"])).out;
  assert.match(listed, new RegExp(`^${id} +personal, read-only +ada@example\\.com +${secret.slice(0, 8)}…`, "m"));
  assert.doesNotMatch(listed, new RegExp(secret));
  const json = JSON.parse((await run(["keys", "list", "--json"])).out);
  const found = json.find((key: { id: string }) => key.id === id);
  assert.deepEqual([found?.read_only, found?.last_used_at], [true, null]);
  assert.doesNotMatch(JSON.stringify(json), new RegExp(secret));
});

test("an unknown id or address is reported on one line", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  for (const argv of [
    ["revoke", "nope"],
    ["create", "--personal", "--email", "nobody@example.com"],
  ]) {
    const { status, out, err } = await run(["keys", ...argv]);
    assert.deepEqual([status, out], [1, ""]);
    assert.match(err, /^No [^\n]+\n$/);
  }
});

test("with several projects, --project is required and the error lists them", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup("--project", "Website");
  await setup("--project", "Shop");
  for (const argv of [[], ["--project", "3"], ["--project", "nonsense"]]) {
    const { status, out, err } = await run(["keys", "create", "--project-key", ...argv]);
    assert.deepEqual([status, out], [2, ""]);
    assert.match(err, /\n {2}1 {2}Website\n {2}2 {2}Shop\n$/);
  }
  const { out } = await run(["keys", "create", "--project-key", "--project", "2", "--json"]);
  assert.equal(JSON.parse(out).project_id, "2");
});

test("without a project, the error suggests setup", async (t) => {
  const { run } = await openTestCli(t);
  const { status, err } = await run(["keys", "create", "--project-key"]);
  assert.equal(status, 1);
  assert.match(err, /sightline setup/);
});
