import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { buildService, MAIN } from "../../../test/support/service-process.ts";

/** Runs a sandbox in a directory of its own, where settings and a `.env` name a data directory. */
async function runSandbox(t: TestContext, ...args: string[]) {
  buildService();
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  await writeFile(join(directory, ".env"), "DATA_DIR=data\nPORT=1\nMONGODB_URL=mongodb://127.0.0.1:1\n");
  const { PATH } = process.env;
  const child = spawn(process.execPath, [MAIN, "sandbox", ...args], {
    cwd: directory,
    env: { PATH, TMPDIR: directory },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk: Buffer) => {
      output[name] += chunk;
    });
  }
  const ended = once(child, "close");
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(directory, { recursive: true });
  });
  return { directory, child, output, ended };
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`${signal} ends it at once, while a client waits, and nothing is left`, async (t) => {
    const { directory, child, output, ended } = await runSandbox(t, "--port", "0");
    await once(child.stdout, "data");
    const [base = ""] = /http:\S+/.exec(output.stdout) ?? [];
    assert.match(output.stdout, /For development and tests only/);
    assert.equal((await fetch(`${base}/_ready`)).status, 200);
    const waiting = fetch(`${base}/_sandbox/events?wait=30`).then(
      () => "answered",
      () => "closed",
    );
    await fetch(`${base}/_health`);
    child.kill(signal);
    assert.deepEqual(await ended, [0, null]);
    await waiting;
    assert.equal(output.stderr, "");
    assert.deepEqual(await readdir(directory), [".env"]);
  });
}

test("a port in use is reported in a sentence, and nothing is left", async (t) => {
  const first = await runSandbox(t, "--port", "0");
  await once(first.child.stdout, "data");
  const port = /:(\d+) /.exec(first.output.stdout)?.[1] ?? "";
  const { output, ended, directory } = await runSandbox(t, "--port", port);
  assert.deepEqual(await ended, [1, null]);
  assert.deepEqual(output, { stdout: "", stderr: `Port ${port} is in use: choose another with --port.\n` });
  assert.deepEqual(await readdir(directory), [".env"]);
});
