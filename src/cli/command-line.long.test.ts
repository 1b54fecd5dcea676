import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { MAIN, waitForPort } from "../../test/support/service-process.ts";
import { openCommandLine } from "../../test/support/test-command-line.ts";
import { waitUntil } from "../../test/support/wait-until.ts";

test("the exit status is 0 for success, 1 for failure, 2 for invalid usage", async (t) => {
  const { run } = await openCommandLine(t);
  assert.equal((await run(["--help"])).status, 0);
  const failed = await run(["keys", "revoke", "nope"]);
  assert.equal(failed.status, 1);
  assert.match(failed.err, /^There is no [^\n]+\n$/);
  assert.equal((await run(["nonsense"])).status, 2);
});

test("setup --json prints only JSON; flags apply reads standard input", async (t) => {
  const { run } = await openCommandLine(t);
  const created = await run(["setup", "--json"]);
  assert.deepEqual([created.status, created.err], [0, ""]);
  assert.match(JSON.parse(created.out).project_api_key, /^phc_/);
  const applied = await run(["flags", "apply", "-"], "- key: a\n  filters: {groups: [{}]}\n");
  assert.deepEqual(applied, { status: 0, out: "+ a\n", err: "" });
  const broken = await run(["flags", "apply", "-"], Uint8Array.of(0x5b, 0xff, 0x5d));
  assert.equal(broken.status, 1);
  assert.match(broken.err, /UTF-8/);
});

test("a pipe closed by the reader is no error", async (t) => {
  const { run, start } = await openCommandLine(t);
  await run(["setup"]);
  const flags = Array.from({ length: 2000 }, (_, index) => ({ key: `flag-${index}`, filters: { groups: [{}] } }));
  assert.equal((await run(["flags", "apply", "-"], JSON.stringify(flags))).status, 0);
  const child = start("flags", "export", "--json");
  child.stdout.once("data", () => child.stdout.destroy());
  const [err, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
  assert.deepEqual([err, status], ["", 0]);
});

const noFullDisk = !existsSync("/dev/full") && "there is no /dev/full";
test("an error of the output is reported on one line", { skip: noFullDisk }, async (t) => {
  const { directory } = await openCommandLine(t);
  const full = await open("/dev/full", "w");
  t.after(() => full.close());
  const env = { PATH: process.env.PATH, DATA_DIR: directory };
  const child = spawn(process.execPath, [MAIN, "setup"], { env, stdio: ["ignore", full.fd, "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  const [err, [status]] = await Promise.all([text(child.stderr ?? assert.fail()), once(child, "close")]);
  assert.equal(status, 1);
  assert.match(err, /^The output cannot be written \(ENOSPC[^\n]*\)\.\n$/);
});

test("without DATA_DIR, a command says in which directory it looks, unless a service runs there", async (t) => {
  const { directory } = await openCommandLine(t);
  const { PATH } = process.env;
  const start = (settings: object, ...argv: string[]) => {
    const env = { PATH, HOST: "127.0.0.1", PORT: "0", ...settings };
    const child = spawn(process.execPath, [MAIN, ...argv], { cwd: directory, env });
    t.after(() => child.kill("SIGKILL"));
    return child;
  };
  const errorsOf = async (settings: object, ...argv: string[]) => text(start(settings, ...argv).stderr);
  const path = join(await realpath(directory), "data");
  assert.match(await errorsOf({}, "projects", "list"), new RegExp(`^There is no ${path}/sightline.db. Is DATA_DIR`));
  assert.equal(await errorsOf({}, "setup"), "");
  const note = `No service runs on ${path}: DATA_DIR is not set. Is that right?\n`;
  for (const command of [["projects", "list"], ["flags", "export"], ["sign-in-link"]]) {
    assert.equal(await errorsOf({}, ...command), note, command.join(" "));
  }
  assert.equal(await errorsOf({ DATA_DIR: path }, "projects", "list"), "");
  const service = start({}, "serve");
  await waitForPort(service);
  assert.equal(await errorsOf({}, "projects", "list"), "");
  const none = "There are no such dead letters.\n";
  assert.equal(await errorsOf({}, "dead-letters", "list"), none);
  service.kill("SIGKILL");
  await once(service, "close");
  assert.equal(await errorsOf({}, "dead-letters", "list"), note + none);
});

test("commands work while the service runs, and take effect soon", async (t) => {
  const { run, start } = await openCommandLine(t);
  const service = start("serve");
  const url = `http://127.0.0.1:${await waitForPort(service)}`;
  const created = JSON.parse((await run(["setup", "--json"])).out);
  const { out } = await run(["project-keys", "create", "--label", "", "--project", created.project_id, "--json"]);
  const { id, key } = JSON.parse(out);
  assert.equal(await captureStatus(url, key), 200);
  assert.equal((await run(["keys", "revoke", id])).status, 0);
  await waitUntil(async () => (await captureStatus(url, key)) === 401);
  service.kill("SIGTERM");
  assert.deepEqual(await once(service, "close"), [0, null]);
});

async function captureStatus(url: string, apiKey: string): Promise<number> {
  const response = await fetch(`${url}/capture/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: apiKey, event: "test", distinct_id: "ada" }),
  });
  await response.arrayBuffer();
  return response.status;
}
