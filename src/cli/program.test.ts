import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Command } from "commander";
import Libsql from "libsql";
import { openTestCli } from "../../test/support/test-cli.ts";
import { buildProgram } from "./program.ts";
import { runSilently } from "./progress.ts";

const USAGE_ERRORS: readonly (readonly string[])[] = [
  [],
  ["nonsense"],
  ["--nonsense"],
  ["serve", "extra"],
  ["serve", "--nonsense"],
  ["sandbox", "extra"],
  ["sandbox", "--port", "many"],
  ["sandbox", "--port", "65536"],
  ["setup", "--email"],
  ["setup", "--email", "no address"],
  ["setup", "--organization", " "],
  ["setup", "--project", "a\nb"],
  ["setup", "--email", "a@example.com", "--member", "A@example.com"],
  ["keys"],
  ["keys", "nonsense"],
  ["keys", "create"],
  ["keys", "create", "--project-key", "--personal"],
  ["keys", "create", "--project-key", "--read-only"],
  ["keys", "create", "--project-key", "--email", "a@example.com"],
  ["keys", "create", "--personal", "--email", "a@example.com", "--project", "1"],
  ["keys", "revoke"],
  ["doctor", "extra"],
  ["doctor", "--nonsense"],
  ["flags"],
  ["flags", "apply"],
  ["flags", "apply", "a.yaml", "b.yaml"],
  ["flags", "remove"],
  ["flags", "delete"],
  ["projects", "remove"],
];

test("invalid usage exits with 2 and prints only to standard error", async (t) => {
  const { run } = await openTestCli(t);
  for (const argv of USAGE_ERRORS) {
    const { status, out, err } = await run(argv);
    assert.equal(status, 2, argv.join(" "));
    assert.equal(out, "", argv.join(" "));
    assert.notEqual(err, "", argv.join(" "));
  }
});

test("every command has help with an example", async (t) => {
  const { run } = await openTestCli(t);
  const unused = async () => assert.fail("help opens nothing");
  const silent = () => {};
  const opening = {
    serve: unused,
    sandbox: unused,
    openStore: unused,
    openRecordings: unused,
    diagnose: unused,
    readStdin: unused,
    write: unused,
  };
  const progress = { progress: runSilently, printingProgress: runSilently };
  const rest = { environment: {}, now: Date.now, out: silent, err: silent, ...progress };
  const paths = pathsOf(buildProgram({ ...opening, ...rest }));
  assert.ok(paths.length >= 12);
  for (const path of paths) {
    const { status, out, err } = await run([...path, "--help"]);
    assert.deepEqual([status, err], [0, ""]);
    assert.match(out, new RegExp(`Usage: ${["sightline", ...path].join(" ")}`));
    assert.match(out, /Examples?:\n.*sightline /);
  }
});

function pathsOf(command: Command, path: readonly string[] = []): (readonly string[])[] {
  return [path, ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}

test("serve calls the context's serve", async (t) => {
  const { run } = await openTestCli(t);
  assert.deepEqual(await run(["serve"]), { status: 0, out: "serving\n", err: "" });
});

test("each invalid setting is reported on a line", async (t) => {
  const { run, environment } = await openTestCli(t);
  environment.PORT = "many";
  environment.LOG_LEVEL = "loud";
  const { status, err } = await run(["keys", "list"]);
  assert.equal(status, 1);
  assert.match(err, /^PORT must be .*\nLOG_LEVEL must be .*\n$/);
});

test("a command does not migrate the store of a running service", async (t) => {
  const { run, environment, setup } = await openTestCli(t);
  await setup();
  const { DATA_DIR = "" } = environment;
  const database = new Libsql(join(DATA_DIR, "sightline.db"));
  database.exec("PRAGMA user_version = 14");
  const lock = new Libsql(join(DATA_DIR, "service.lock"));
  lock.exec("BEGIN EXCLUSIVE");
  const { err } = await run(["events", "count"]);
  lock.close();
  assert.equal(err, `A service of an older version uses ${DATA_DIR}: restart it with this version first.\n`);
  assert.deepEqual(database.prepare("PRAGMA user_version").raw().get(), [14]);
  database.close();
});

test("a store that cannot be opened is reported on one line", async (t) => {
  const { run, directory, environment } = await openTestCli(t);
  await writeFile(`${directory}/file`, "");
  environment.DATA_DIR = `${directory}/file`;
  const { status, err } = await run(["keys", "list"]);
  assert.equal(status, 1);
  assert.match(err, /^[^\n]+\n$/);
});

test("--version prints the version of package.json", async (t) => {
  const { run } = await openTestCli(t);
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  assert.deepEqual(await run(["--version"]), { status: 0, out: `${version}\n`, err: "" });
});
