import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

test("organizations and projects are added, listed and renamed, and a new project has a key", async (t) => {
  const { run } = await openTestCli(t);
  const json = async (...argv: string[]) => JSON.parse((await run([...argv, "--json"])).out);
  const { id } = await json("organizations", "add", "--name", "Acme");
  const project = await json("projects", "add", "--organization", id, "--name", "Web");
  assert.match(project.project_api_key, /^phc_\w{43}$/);
  assert.match((await run(["keys", "list"])).out, new RegExp(project.project_api_key));
  await json("organizations", "rename", "--organization", id, "--name", "Acme 2");
  await json("projects", "rename", "--project", project.id, "--name", "Shop");
  assert.deepEqual(await json("organizations", "list"), [{ id, name: "Acme 2" }]);
  const listed = { id: project.id, organization_id: id, name: "Shop", removing: false };
  assert.deepEqual(await json("projects", "list"), [{ ...listed, event_retention_seconds: null }]);
  const change = (...options: string[]) => json("projects", "set", "--project", project.id, ...options);
  const set = (retention: string) => change("--event-retention", retention);
  const calendar = { timezone: "Europe/Oslo", week_start_day: 1 };
  const expected = { ...listed, event_retention_seconds: null, ...calendar };
  assert.deepEqual(await change("--time-zone", "europe/oslo", "--week-start", "monday"), expected);
  assert.deepEqual(await set("86400"), { ...expected, event_retention_seconds: 86_400 });
  assert.deepEqual(await json("projects", "list"), [{ ...listed, event_retention_seconds: 86_400 }]);
  assert.deepEqual(await set("default"), expected);
  await set("forever");
  assert.match((await run(["projects", "list"])).out, new RegExp(`^1 +${id} +forever +Shop$`, "m"));
});

test("members are added with a key, listed and removed, except the last owner", async (t) => {
  const { run, setup } = await openTestCli(t);
  const { organization_id } = await setup("--email", "ada@example.com");
  const members = (...argv: string[]) => run(["members", ...argv, "--organization", String(organization_id)]);
  const added = JSON.parse((await members("add", "--email", "cleo@example.com", "--level", "admin", "--json")).out);
  assert.match(added.personal_api_key, /^phx_\w{43}$/);
  assert.match((await members("list")).out, /ada@example\.com +owner\n.*cleo@example\.com +admin\n$/);
  assert.equal((await run(["members", "list"])).out, (await members("list")).out);
  assert.equal((await members("add", "--email", "CLEO@example.com")).status, 1);
  assert.deepEqual(
    [await members("remove", "--email", "ada@example.com"), await members("remove", "--email", "x@example.com")].map(
      ({ status, out }) => [status, out],
    ),
    [
      [1, ""],
      [1, ""],
    ],
  );
  const renamed = JSON.parse((await members("rename", "--email", "Cleo@example.com", "--name", "Cleo", "--json")).out);
  assert.deepEqual([renamed.first_name, renamed.level], ["Cleo", "admin"]);
  assert.match((await members("list")).out, / +Cleo +admin\n$/);
  const level = async (email: string, wanted: string) =>
    (await members("level", "--email", email, "--level", wanted)).status;
  assert.deepEqual([await level("ada@example.com", "member"), await level("cleo@example.com", "owner")], [1, 0]);
  assert.equal(await level("ada@example.com", "member"), 0);
  assert.match((await members("list")).out, /ada@example\.com +member\n.*cleo@example\.com +Cleo +owner\n$/);
  assert.equal(await level("ada@example.com", "owner"), 0);
  assert.equal((await members("remove", "--email", "CLEO@example.com")).status, 0);
  assert.doesNotMatch((await members("list")).out, /cleo/);
});

test("projects and organizations are removed once that is confirmed", async (t) => {
  const { run, setup, environment } = await openTestCli(t);
  const { organization_id, project_id } = await setup();
  const project = ["projects", "remove", "--project", String(project_id)];
  const organization = ["organizations", "remove", "--organization", String(organization_id)];
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
    [1, "projects", "add", "--organization", "nothing", "--name", "Web"],
    [1, "projects", "rename", "--project", "99", "--name", "Web"],
    [1, "projects", "set", "--project", "99", "--event-retention", "60"],
    [2, "projects", "set", "--project", "1", "--event-retention", "30 days"],
    [2, "projects", "set", "--project", "1", "--event-retention", "-1"],
    [2, "projects", "set", "--project", "1", "--time-zone", "Mars/Olympus"],
    [2, "projects", "set", "--project", "1"],
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
