import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";

const HERO = {
  key: "hero",
  name: "Hero",
  active: true,
  filters: { groups: [{ properties: [], rollout_percentage: 10 }] },
};
const OTHER = { key: "other", filters: { groups: [{}] } };
const HERO_AT_50 = { ...HERO, filters: { groups: [{ properties: [], rollout_percentage: 50 }] } };

/** Opens a store with one project, and returns functions to apply and list flags. */
async function openFlagsCli(t: TestContext) {
  const cli = await openTestCli(t);
  await cli.setup();
  const apply = (content: unknown, ...options: string[]) =>
    cli.run(["flags", "apply", "-", ...options], typeof content === "string" ? content : JSON.stringify(content));
  const keys = async () =>
    JSON.parse((await cli.run(["flags", "export", "--json"])).out).map(({ key }: { key: string }) => key);
  return { ...cli, apply, keys };
}

test("a line per flag says whether it is added, changed or unchanged", async (t) => {
  const { apply } = await openFlagsCli(t);
  assert.deepEqual(await apply([HERO]), { status: 0, out: "+ hero\n", err: "" });
  const { out } = await apply([HERO_AT_50, OTHER]);
  assert.equal(out, "~ hero (changed: filters.groups[0].rollout_percentage 10 → 50)\n+ other\n");
  assert.equal((await apply([HERO_AT_50, OTHER])).out, "= hero\n= other\n");
});

test("a dry run prints the same lines and changes nothing", async (t) => {
  const { apply, keys } = await openFlagsCli(t);
  await apply([HERO]);
  const dryRun = await apply([HERO_AT_50, OTHER], "--dry-run", "--prune");
  assert.deepEqual(dryRun, await apply([HERO_AT_50, OTHER], "--dry-run", "--prune"));
  assert.deepEqual(await keys(), ["hero"]);
  assert.deepEqual(dryRun, await apply([HERO_AT_50, OTHER], "--prune"));
});

test("flags that the file does not contain are removed only with --prune", async (t) => {
  const { apply, keys } = await openFlagsCli(t);
  await apply([HERO, OTHER]);
  assert.equal((await apply([OTHER])).out, "= other\n");
  assert.deepEqual(await keys(), ["hero", "other"]);
  assert.equal((await apply([OTHER], "--prune")).out, "= other\n- hero\n");
  assert.deepEqual(await keys(), ["other"]);
});

test("a file is YAML or JSON: a list, an object with flags, or an export", async (t) => {
  const { run, directory, keys, apply } = await openFlagsCli(t);
  const file = join(directory, "flags.yaml");
  await writeFile(file, "- key: from-yaml\n  active: true\n  filters: {groups: [{rollout_percentage: 50}]}\n");
  assert.deepEqual(await run(["flags", "apply", file]), { status: 0, out: "+ from-yaml\n", err: "" });
  await apply("flags:\n- key: from-object\n  filters: {groups: [{}]}\n");
  const exported = { id: 7, created_by: null, deleted: false, ...HERO };
  await apply({ count: 2, next: null, results: [exported, { ...OTHER, deleted: true }] });
  assert.deepEqual(await keys(), ["from-object", "from-yaml", "hero"]);
});

test("apply accepts what is exported and listed", async (t) => {
  const { run, apply } = await openFlagsCli(t);
  await apply([HERO, OTHER]);
  const { out } = await run(["flags", "export", "--json"]);
  assert.equal((await apply(out)).out, "= hero\n= other\n");
  assert.equal((await apply((await run(["flags", "list", "--json"])).out)).out, "= other\n= hero\n");
});

test("if one flag is invalid, none is applied and its path is printed", async (t) => {
  const { apply, keys } = await openFlagsCli(t);
  const invalid = { ...OTHER, filters: { groups: [{}, { rollout_percentage: 101 }] } };
  const { status, out, err } = await apply([HERO, invalid]);
  assert.deepEqual([status, out], [1, ""]);
  assert.match(err, /^Standard input was not applied:\n {2}flags\[1\]\.filters\.groups\[1\]\.rollout_percentage: /);
  assert.deepEqual(await keys(), []);
});

test("at most 20 problems are shown", async (t) => {
  const { apply } = await openFlagsCli(t);
  const { err } = await apply(Array.from({ length: 30 }, () => ({})));
  assert.match(err, /\n {2}and \d+ more\n$/);
});

test("an unreadable file is reported on one line", async (t) => {
  const { run, apply, directory } = await openFlagsCli(t);
  for (const { status, out, err } of [
    await run(["flags", "apply", join(directory, "missing.yaml")]),
    await run(["flags", "apply", directory]),
    await apply(""),
    await apply("just a text"),
    await apply("- key: [unclosed"),
    await apply("- key: a\n  key: b"),
  ]) {
    assert.deepEqual([status, out], [1, ""]);
    assert.match(err, /^[^\n]+\n$/);
  }
});

test("--prune refuses one page of an export", async (t) => {
  const { apply, keys } = await openFlagsCli(t);
  await apply([OTHER]);
  const page = { count: 2, next: "https://example.com/?offset=1", results: [HERO] };
  assert.equal((await apply(page, "--prune")).status, 2);
  assert.deepEqual(await keys(), ["other"]);
  assert.equal((await apply(page)).out, "+ hero\n");
});

test("a flag that the file marks as deleted is skipped with a message", async (t) => {
  const { apply } = await openFlagsCli(t);
  const { out, err } = await apply([HERO, { ...OTHER, deleted: true }]);
  assert.equal(out, "+ hero\n");
  assert.equal(err, "other is skipped: the file marks it as deleted.\n");
});

test("projects have separate flags", async (t) => {
  const { run, setup, apply } = await openFlagsCli(t);
  await setup();
  assert.equal((await apply([HERO])).status, 2);
  assert.equal((await apply([HERO], "--project", "2")).status, 0);
  assert.equal((await run(["flags", "export", "--json", "--project", "1"])).out, "[]\n");
  assert.equal(JSON.parse((await run(["flags", "export", "--json", "--project", "2"])).out).length, 1);
  assert.equal((await run(["flags", "delete", "hero", "--project", "1"])).status, 1);
});

test("an export can be applied to another project, and changes nothing where it comes from", async (t) => {
  const { run, apply, setup } = await openFlagsCli(t);
  const awkward = {
    ...HERO,
    key: "1e3",
    name: "yes: no\n# \u2028 'x' \"y\"\t",
    filters: {
      groups: [{ properties: [{ key: "on", value: ["off", 1e21, 0.1, "0x10", "2024-01-01", "~"] }] }],
      payloads: { true: { ["__proto__"]: "kept", "": [], "a: b": "- c", long: "x ".repeat(200), none: null } },
    },
  };
  await apply([HERO, OTHER, awkward]);
  const { out: listed } = await run(["flags", "export", "--json"]);
  const { out: file } = await run(["flags", "export"]);
  for (const exported of [file, (await run(["flags", "export", "--json"])).out]) {
    assert.equal((await apply(exported, "--prune")).out, "= 1e3\n= hero\n= other\n");
  }
  await setup();
  await apply(file, "--project", "2");
  assert.equal((await run(["flags", "export", "--json", "--project", "2"])).out, listed);
});

test("commands announce what they change", async (t) => {
  const { environment, run, apply } = await openFlagsCli(t);
  const types: string[] = [];
  const server = createServer(async (request, response) => {
    types.push(JSON.parse(await text(request)).type);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  Object.assign(environment, {
    FLAG_WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    FLAG_WEBHOOK_SECRET: "secret",
    FLAG_WEBHOOK_ALLOW_PRIVATE: "true",
  });
  await apply([HERO]);
  await apply([HERO], "--prune");
  await apply([HERO_AT_50]);
  assert.equal((await run(["flags", "delete", "hero"])).err, "");
  assert.deepEqual(types, ["feature_flag.created", "feature_flag.updated", "feature_flag.deleted"]);
});
