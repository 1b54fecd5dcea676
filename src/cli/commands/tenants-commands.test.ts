import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

test("organizations and projects are added, listed and changed, and a new project has a key", async (t) => {
  const { run } = await openTestCli(t);
  const json = async (...argv: string[]) => JSON.parse((await run([...argv, "--json"])).out);
  const { id } = await json("organizations", "add", "--name", "Acme");
  const project = await json("projects", "add", "--name", "Web");
  const [{ key }] = await json("project-keys", "list");
  assert.match((await run(["keys", "list"])).out, new RegExp(key));
  await json("organizations", "update", id, "--name", "Acme 2");
  assert.deepEqual(await json("organizations", "list"), [{ id, name: "Acme 2" }]);
  await json("projects", "update", String(project.id), "--name", "Shop", "--event-retention-seconds", "86400");
  const listed = { id: "1", organization_id: id, name: "Shop", removing: false };
  assert.deepEqual(await json("projects", "list"), [{ ...listed, event_retention_seconds: 86_400 }]);
  assert.equal((await json("projects", "update", "--event-retention-seconds", "null")).event_retention_seconds, null);
});

test("spellings of the release before work, with a hint", async (t) => {
  const { run, setup } = await openTestCli(t);
  const { organization_id: id } = await setup("--email", "ada@example.com", "--member", "bo@example.com");
  const cases: readonly (readonly [old: string, now: string])[] = [
    ["projects rename --project 1 --name Shop", "projects update 1 --name Shop"],
    [
      "projects set --project=1 --event-retention forever --time-zone Europe/Oslo --week-start monday",
      "projects update 1 --event-retention-seconds 0 --timezone Europe/Oslo --week-start-day 1",
    ],
    [`organizations rename --organization ${id} --name Acme`, `organizations update ${id} --name Acme`],
    ["members rename --email bo@example.com --name Bo", "me update --user bo@example.com --first-name Bo"],
    ["members level --email bo@example.com --level admin", "members update bo@example.com --level admin"],
    ["members remove --email bo@example.com", "members remove bo@example.com"],
    ["keys create --project-key", "project-keys create --label ''"],
    ["keys create --personal --email ada@example.com", "personal-keys create --user ada@example.com --label ''"],
  ];
  for (const [old, now] of cases) {
    const { status, err } = await run(old.split(" "));
    assert.deepEqual([status, err], [0, `Use the new spelling: sightline ${now}\n`], old);
  }
  assert.equal((await run(["me", "show", "--json"])).err, "");
});

test("members are added with a key, and removed, except the last owner", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup("--email", "ada@example.com");
  const members = (...argv: string[]) => run(["members", ...argv]);
  const added = JSON.parse((await members("add", "--email", "cleo@example.com", "--level", "admin", "--json")).out);
  assert.match(added.personal_api_key, /^phx_\w{43}$/);
  assert.match(
    (await members("list")).out,
    /^ID +USER +LEVEL +LEVEL NAME\n\S+ +ada@example\.com +15 +owner\n\S+ +cleo@example\.com +8 +admin\n$/,
  );
  assert.equal((await members("add", "--email", "CLEO@example.com")).status, 1);
  for (const argv of [
    ["remove", "ada@example.com"],
    ["remove", "x@example.com"],
    ["update", "ada@example.com", "--level", "member"],
  ]) {
    const { status, out } = await members(...argv);
    assert.deepEqual([status, out], [1, ""]);
  }
  assert.equal((await members("remove", "CLEO@example.com")).status, 0);
  assert.doesNotMatch((await members("list")).out, /cleo/);
});

test("projects and organizations are removed once that is confirmed", async (t) => {
  const { run, setup, environment } = await openTestCli(t);
  const { organization_id, project_id } = await setup();
  const project = ["projects", "remove", String(project_id)];
  const organization = ["organizations", "remove", String(organization_id)];
  for (const argv of [project, organization]) {
    const { status, err } = await run(argv);
    assert.deepEqual([status, /add --yes/.test(err)], [2, true]);
  }
  const { erasures, close } = await openSqlite(environment.DATA_DIR ?? "");
  t.after(close);
  await erasures.reportNode({ id: "n", name: "running", seenAt: Date.now() });
  assert.match((await run([...project, "--yes", "--no-wait"])).out, /^[^\n]*soon\.\n$/);
  assert.match((await run(["projects", "list"])).out, /being removed +My project$/m);
  assert.doesNotMatch((await run(["keys", "list"])).out, /phc_/);
  await erasures.reportNode({ id: "m", name: "absent", seenAt: 1 });
  assert.match((await run([...organization, "--yes"])).out, /^.* removed\.\nThese nodes do not run\..*\n.*\nm +absent/);
  assert.equal((await run(["organizations", "list", "--json"])).out, "[]\n");
  assert.equal((await run([...organization, "--yes"])).status, 1);
});

test("wrong names, levels and ids are reported", async (t) => {
  const { run, setup } = await openTestCli(t);
  const { organization_id } = await setup();
  const cases: [status: number, ...argv: string[]][] = [
    [2, "organizations", "add"],
    [2, "organizations", "add", "--name", " "],
    [2, "members", "add", "--organization", String(organization_id), "--email", "a@b.example", "--level", "king"],
    [2, "projects", "create", "--organization", "nothing", "--name", "Web"],
    [2, "projects", "update", "99", "--name", "Web"],
    [2, "projects", "update", "--event-retention-seconds", "30 days"],
    [2, "projects", "update", "--timezone", "Mars/Olympus"],
    [2, "projects", "update"],
  ];
  for (const [expected, ...argv] of cases) {
    const { status, out, err } = await run(argv);
    assert.deepEqual([status, out], [expected, ""], argv.join(" "));
    assert.notEqual(err, "");
  }
});

test("an organization, and a user who signs in, are named only if there are several", async (t) => {
  const { run, setup } = await openTestCli(t);
  const { organization_id } = await setup("--email", "ada@example.com");
  assert.match((await run(["sign-in-link"])).out, /^http:\S+\n$/);
  await run(["members", "add", "--email", "cleo@example.com"]);
  assert.deepEqual(await run(["sign-in-link"]), {
    status: 2,
    out: "",
    err: "There are several users: add --email ADDRESS.\n",
  });
  await run(["organizations", "add", "--name", "Other"]);
  const { status, err } = await run(["members", "list"]);
  assert.equal(status, 2);
  assert.ok(err.includes(`add --organization ID.\n  ${organization_id}  `), err);
});
