import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { buildService, MAIN } from "../../test/support/service-process.ts";
import { programCommand } from "./program-name.ts";

const CHECKOUT = dirname(dirname(MAIN));

test("hints name the command of the installation", () => {
  const PATH = "/usr/bin:/usr/local/bin";
  for (const [script, environment, expected] of [
    ["/usr/local/bin/sightline", { PATH }, "sightline"],
    ["/opt/tools/sightline", { PATH }, "/opt/tools/sightline"],
    ["/srv/app/node_modules/.bin/sightline", { PATH: `/srv/app/node_modules/.bin:${PATH}` }, "npx sightline"],
    [join(process.cwd(), "dist/main.js"), { PATH }, "node dist/main.js"],
    ["/opt/my sightline/dist/main.js", { PATH }, "node '/opt/my sightline/dist/main.js'"],
    [join(process.cwd(), "dist/main.js"), { PATH, npm_lifecycle_event: "start" }, "npm run --silent sightline --"],
    [join(process.cwd(), "src/main.ts"), { PATH, npm_lifecycle_event: "dev" }, "npm run --silent sightline --"],
  ] as const) {
    assert.equal(programCommand(script, environment), expected);
  }
});

test("the help of an installed program names it as it was started", async (t) => {
  buildService();
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  t.after(() => rm(directory, { recursive: true }));
  await symlink(MAIN, join(directory, "sightline"));
  const help = (script: string, PATH = "") =>
    execFileSync(process.execPath, [script, "keys", "--help"], { cwd: CHECKOUT, env: { PATH }, encoding: "utf8" });
  assert.match(help(join(directory, "sightline"), directory), /^Usage: sightline keys .*\n {2}sightline keys list\n$/s);
  assert.match(help(MAIN), /^Usage: node dist\/main\.js keys .*\n {2}node dist\/main\.js keys list\n$/s);
});
