import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { minimalProcessEnv, runProcess, startProcess } from "../../test/support/child-process.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { packPackage } from "./npm-package.ts";
import { buildSandboxPackage } from "./sandbox-package.ts";

const MAX_TARBALL_BYTES = 2.5 * 1024 * 1024;

test("npx sightline-sandbox, installed from its tarball, starts, answers, resets and ends", {
  timeout: 900_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "sightline-sandbox-test-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await buildSandboxPackage(join(folder, "package"), "7.8.9");
  const tarball = join(folder, await packPackage(join(folder, "package"), folder));
  const { size } = await stat(tarball);
  assert.ok(size < MAX_TARBALL_BYTES, `the tarball has ${size} bytes`);
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--prefix", folder, tarball];
  const installed = await runProcess(args, process.env, folder, "npm");
  assert.equal(installed.status, 0, installed.stderr);

  await writeFile(join(folder, "log"), "");
  const program = join(folder, "node_modules/sightline-sandbox/sandbox.js");
  const sandbox = startProcess([program, "--port", "0"], join(folder, "log"), {
    ...minimalProcessEnv(),
    TMPDIR: folder,
  });
  t.after(() => sandbox.stop());
  const addressOf = () => /^The reference is at (\S+)\/docs$/m.exec(sandbox.log())?.[1];
  await waitUntil(() => addressOf() !== undefined || sandbox.child.exitCode !== null);
  const base = addressOf() ?? assert.fail(sandbox.log());
  const send = (path: string, body?: object) =>
    fetch(base + path, {
      method: "POST",
      headers: { Authorization: "Bearer phx_ada9vKp3sYc6HdJ1uWf8RqMe", "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const event = { api_key: "phc_fjordbikes4Q7wZk2mXr9TnLb", event: "bought", distinct_id: "ada" };
  assert.equal((await send("/capture/", event)).status, 200);
  const arrived = async () => {
    const { results } = (await (await fetch(`${base}/_sandbox/events`)).json()) as { results: object[] };
    return results.length;
  };
  assert.equal(await arrived(), 1);
  const project = /^ {2}project +(\S+)$/m.exec(sandbox.log())?.[1];
  const query = { kind: "HogQLQuery", query: "SELECT count() FROM events" };
  const answer = await send(`/api/projects/${project}/query`, { query });
  assert.equal(answer.status, 200, await answer.text());
  assert.equal((await send("/_sandbox/reset")).status, 204);
  assert.equal(await arrived(), 0);
  for (const path of ["/docs", "/", "/_sandbox/openapi.json"]) assert.equal((await fetch(base + path)).status, 200);
  sandbox.child.kill("SIGTERM");
  if (sandbox.child.exitCode === null) await once(sandbox.child, "exit");
  assert.equal(sandbox.child.exitCode, 0);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith("sightline-sandbox-") && !name.endsWith(".tgz")),
    [],
  );
});
