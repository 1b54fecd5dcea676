import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { OPERATIONS } from "../../http/contract/routes.ts";
import { cliOperations, type Field } from "./cli-operations.ts";
import { optionName } from "./command-names.ts";

const RESERVED = ["--all", "--api-key", "--body", "--env-file", "--help", "--json", "--out", "--url", "--user"];

test("each private operation is one command, whose options have names of their own", () => {
  const operations = cliOperations();
  const names = operations.map(({ resource, verb }) => `${resource} ${verb}`);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  const ids = OPERATIONS.filter(({ access, id, handlerId }) => access === "private" && id === handlerId);
  assert.equal(operations.length, ids.length);
  assert.ok(names.includes("flags activity") && names.includes("invites link") && names.includes("dashboards list"));
  for (const { id, fields, summary } of operations) {
    const options = fields.map((field: Field) => optionName(field)).filter((name) => name.startsWith("--"));
    assert.equal(new Set([...options, ...RESERVED, "--version"]).size, options.length + RESERVED.length + 1, id);
    assert.notEqual(summary, "", id);
  }
});

test("a flag is created, found by its key, changed and removed by the operator, who is no user", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  const created = await run([
    "flags",
    "create",
    "--key",
    "hero",
    "--filters",
    '{"groups":[{}]}',
    "--tags",
    "a",
    "--json",
  ]);
  assert.deepEqual([created.status, created.err], [0, ""]);
  const { id, created_by, tags } = JSON.parse(created.out);
  assert.deepEqual([id, created_by, tags], [1, null, ["a"]]);
  assert.match((await run(["flags", "show", "hero"])).out, /^Id: +1\nKey: +hero\n/);
  const changed = await run(["flags", "update", "hero", "--active", "false", "--if-version", "1", "--json"]);
  assert.deepEqual([JSON.parse(changed.out).active, JSON.parse(changed.out).version], [false, 2]);
  const late = await run(["flags", "update", "1", "--name", "x", "--if-version", "1"]);
  assert.deepEqual([late.status, /^--if-version: The flag has changed since/.test(late.err)], [1, true]);
  assert.match((await run(["flags", "list"])).out, /^ID +KEY +ACTIVE +TAGS +VERSION .*\n +1 +hero +no +a +2 /);
  assert.deepEqual(await run(["flags", "remove", "hero"]), { status: 0, out: "Done.\n", err: "" });
  const { results } = JSON.parse((await run(["flags", "activity", "1", "--json"])).out);
  assert.deepEqual(
    results.map((change: { activity: string; actor: string }) => [change.activity, change.actor]),
    ["deleted", "updated", "created"].map((activity) => [activity, "command_line"]),
  );
});

test("a body is read from a file, and options replace its members", async (t) => {
  const { run, setup, directory } = await openTestCli(t);
  await setup();
  const file = join(directory, "flag.yaml");
  await writeFile(file, "key: a\nname: from the file\nfilters: {groups: [{}]}\n");
  const { out } = await run(["flags", "create", "--body", file, "--key", "b", "--json"]);
  assert.deepEqual([JSON.parse(out).key, JSON.parse(out).name], ["b", "from the file"]);
  await writeFile(file, '{"groups": [{"rollout_percentage": 5}]}');
  const changed = await run(["flags", "update", "b", "--filters", `@${file}`, "--json"]);
  assert.equal(JSON.parse(changed.out).filters.groups[0].rollout_percentage, 5);
});

test("pages are announced, and joined on request", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  for (const name of ["a", "b", "c"]) await run(["dashboards", "create", "--name", name]);
  const first = await run(["dashboards", "list", "--limit", "2"]);
  assert.match(first.out, /^ *ID +NAME .*\n.*\n.*\n$/);
  assert.equal(first.err, "These are 2 of 3: add --all, or --limit.\n");
  const all = JSON.parse((await run(["dashboards", "list", "--limit", "2", "--all", "--json"])).out);
  assert.deepEqual([all.results.length, all.next], [3, null]);
  assert.deepEqual(await run(["insights", "list"]), { status: 0, out: "", err: "There are none.\n" });
});

test("what is wrong or missing is named on one line, and the status says whose fault it is", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  const cases: readonly [number, RegExp, ...string[]][] = [
    [2, /^--key: This field is required\.\n/, "flags", "create", "--name", "x"],
    [2, /^--filters must be JSON, or @FILE/, "flags", "create", "--key", "a", "--filters", "{bad"],
    [2, /^Give an id, or the key \(see `.* flags list`\): .* flags show <id>\n$/, "flags", "show"],
    [1, /^Nothing in `flags list` has the key nope\.\n$/, "flags", "show", "nope"],
    [1, /^Not found\. See /, "dashboards", "show", "nope"],
    [2, /^There is no project 9\.\n {2}1 {2}My project\n$/, "dashboards", "list", "--project", "9"],
    [2, /^--api-key goes with --url\.\n$/, "--api-key", "phx_a", "flags", "activity", "1"],
    [1, /^Only a running service can answer this/, "projects", "health"],
    [1, /^No user has the address x@example\.com\.\n$/, "me", "show", "--user", "x@example.com"],
  ];
  for (const [status, message, ...argv] of cases) {
    const { err, out, ...found } = await run(argv);
    assert.match(err, message);
    assert.deepEqual([found.status, out], [status, ""], argv.join(" "));
  }
});

test("operations about the user need one, and the operator acts as any", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup("--email", "ada@example.com", "--member", "bo@example.com");
  assert.deepEqual(await run(["me", "show"]), {
    status: 2,
    out: "",
    err: "There are several users: add --user ADDRESS.\n",
  });
  const { out } = await run(["me", "show", "--user", "bo@example.com", "--json"]);
  assert.equal(JSON.parse(out).organizations[0].level, "member");
  const refused = await run(["projects", "update", "--name", "x", "--user", "bo@example.com"]);
  assert.deepEqual([refused.status, /Only owners and admins/.test(refused.err)], [1, true]);
  const invited = await run(["invites", "create", "--target-email", "cy@example.com", "--user", "ada@example.com"]);
  assert.equal(invited.status, 0, invited.err);
});

test("with --url and a key the same command asks a service, and commands on the store are unknown", async (t) => {
  const { run } = await openTestCli(t);
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    request.setEncoding("utf8").on("data", (body) => asked.push(body));
    asked.push(`${method} ${url} ${headers.authorization}`);
    const own = { organizations: [{ id: "o", name: "Acme", projects: [{ id: 7, name: "Web" }] }] };
    const body = url === "/api/users/@me" ? own : { code: "not_found", detail: "Not found.", type: "invalid_request" };
    response.writeHead(url === "/api/users/@me" ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { status, err } = await run(["dashboards", "create", "--name", "a b", "--url", url, "--api-key", "phx_a"]);
  assert.deepEqual([status, /^Not found\./.test(err)], [1, true]);
  assert.deepEqual(asked, [
    "GET /api/users/@me Bearer phx_a",
    "POST /api/projects/7/dashboards Bearer phx_a",
    '{"name":"a b"}',
  ]);
  assert.match((await run(["me", "show", "--url", url])).err, /^--url needs a personal API key/);
  const local = await run(["backup", "x", "--url", url, "--api-key", "phx_a"]);
  assert.deepEqual([local.status, local.out], [2, ""]);
});
