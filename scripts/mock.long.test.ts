import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { describe, it } from "node:test";
import { runScript } from "../test/support/child-process.ts";
import { root } from "./contract/redocly.ts";

/** Starts the command in a process group of its own, as a shell does, and reads its output up to its URL. */
async function startMockCommand(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn("npm", ["run", "--silent", "mock", "--", "--port", "0"], { cwd: root, detached: true });
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url !== undefined) return { child, url };
  }
  throw new Error("the mock exited without printing its URL");
}

function groupIsAlive(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch {
    return false;
  }
}

describe("npm run mock", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`exits with 0 on ${signal}, even with an open client connection, and leaves no process behind`, {
      timeout: 300_000,
    }, async () => {
      const { child, url } = await startMockCommand();
      const response = await fetch(`${url}/_health`);
      assert.equal(response.status, 200);
      await response.text();
      const exited = once(child, "exit");
      child.kill(signal);
      assert.deepEqual(await exited, [0, null]);
      assert.ok(child.pid);
      while (groupIsAlive(child.pid)) await new Promise((later) => setTimeout(later, 10));
      await assert.rejects(fetch(`${url}/_health`));
    });
  }

  it("reports a port in use in one line", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const { status, stderr } = await runScript("scripts/mock", ["--port", port]);
    holder.close();
    assert.equal(status, 1);
    assert.equal(stderr, `Port ${port} is in use: choose another with --port.\n`);
  });
});
