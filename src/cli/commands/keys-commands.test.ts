import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";

test("a project key is created for the only project, listed and revoked", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  const created = await run(["project-keys", "create", "--label", "website", "--json"]);
  assert.deepEqual([created.status, created.err], [0, ""]);
  const key = JSON.parse(created.out);
  assert.match(key.key, /^phc_[A-Za-z0-9]{43}$/);
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
  const created = await run(["personal-keys", "create", "--user", "ADA@example.com", "--label", "", "--read-only"]);
  const { key: secret, id } = Object.fromEntries(
    created.out
      .split("\n")
      .map((line) => (line.toLowerCase().startsWith("key:") ? ["key", line.slice(4).trim()] : line.split(/: +/))),
  );
  assert.match(secret, /^phx_\w+$/);
  const listed = (await run(["keys", "list"])).out;
  assert.match(listed, new RegExp(`personal, read-only +ada@example\\.com +${secret.slice(0, 8)}…`, "m"));
  assert.doesNotMatch(listed, new RegExp(secret));
  const json = JSON.parse((await run(["keys", "list", "--json"])).out);
  assert.ok(
    json.some((key: { read_only: boolean; last_used_at: null }) => key.read_only && key.last_used_at === null),
    id,
  );
  assert.doesNotMatch(JSON.stringify(json), new RegExp(secret));
});

test("an unknown id or address is reported on one line", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  for (const argv of [
    ["keys", "revoke", "nope"],
    ["personal-keys", "create", "--user", "nobody@example.com", "--label", "x"],
  ]) {
    const { status, out, err } = await run(argv);
    assert.deepEqual([status, out], [1, ""]);
    assert.match(err, /^No [^\n]+\n$/);
  }
});

test("with several projects, --project is required and the error lists them", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup("--project", "Website");
  await setup("--project", "Shop");
  for (const argv of [[], ["--project", "3"], ["--project", "nonsense"]]) {
    const { status, out, err } = await run(["project-keys", "list", ...argv]);
    assert.deepEqual([status, out], [2, ""]);
    assert.match(err, /\n {2}1 {2}Website\n {2}2 {2}Shop\n$/);
  }
});

test("without a project, the error suggests setup", async (t) => {
  const { run } = await openTestCli(t);
  await run(["organizations", "add", "--name", "Acme"]);
  const { status, err } = await run(["project-keys", "list"]);
  assert.equal(status, 1);
  assert.match(err, /sightline setup/);
});
