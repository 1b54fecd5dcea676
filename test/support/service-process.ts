import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import { setUp } from "../../src/tenants/setup.ts";

const BUILD = fileURLToPath(new URL("../../scripts/build.mjs", import.meta.url));
export const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

let isBuilt = false;

/** Builds the program at `MAIN`, once in each process and unless it is up to date. */
export function buildService(): void {
  if (!isBuilt) execFileSync(process.execPath, [BUILD]);
  isBuilt = true;
}

/** Returns the port from the log of a service when it is ready. Goes on reading, so that the log never blocks. */
export function waitForPort(service: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let log = "";
    const read = (chunk: Buffer) => {
      log += chunk;
      const port = /"port":(\d+).*"msg":"ready"/.exec(log)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    service.stdout?.on("data", read);
    service.stderr?.on("data", read);
    service.once("close", () => reject(new Error(log)));
  });
}

/** Starts servers on the data directory. Kills them, and removes the directory, after the test. */
export function serviceIn(directory: string, test: TestContext) {
  buildService();
  const killers: (() => void)[] = [];
  test.after(async () => {
    for (const kill of killers) kill();
    await rm(directory, { recursive: true });
  });
  return {
    /** Starts a server; resolves once it is ready. Rejects with its output if it ends before. */
    async serve(settings: Readonly<Record<string, string>> = {}) {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const own = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: directory };
      const child = spawn(process.execPath, [MAIN, "serve"], {
        // A stop stores what waits, however long that takes.
        env: { PATH, HOME, NODE_COMPILE_CACHE, ...own, SHUTDOWN_SECONDS: "600", ...settings },
        stdio: ["ignore", "pipe", "pipe"],
      });
      killers.push(() => child.kill("SIGKILL"));
      const ended = once(child, "close") as Promise<[code: number | null, signal: string | null]>;
      const output = { text: "" };
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          output.text += chunk;
        });
      }
      const port = await waitForPort(child);
      return { port, child, ended, output: () => output.text };
    },
  };
}

/** Creates a data directory with a project, on which `serve` starts servers as child processes. */
export async function openServiceEnvironment(test: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-server-"));
  const store = await openSqlite(directory);
  const { project, projectApiKey, owner } = await setUp(store, {});
  await store.close();
  return {
    directory,
    projectId: project.id,
    projectApiKey,
    personalApiKey: owner.personalApiKey,
    ...serviceIn(directory, test),
    /** Returns the number of stored events by name. */
    async stored(): Promise<Map<string, number>> {
      const store = await openSqlite(directory);
      const counts = new Map<string, number>();
      for (const { event } of await store.events.latest(project.id, {}, 1_000_000)) {
        counts.set(event, (counts.get(event) ?? 0) + 1);
      }
      await store.close();
      return counts;
    },
  };
}

/** Starts clients that send one event after the other, each with a unique name, until a request fails. */
export function sendEvents(port: number, apiKey: string, clients: number, prefix = "event") {
  const agent = new Agent({ keepAlive: true });
  const answered: string[] = [];
  const failures: string[] = [];
  const listeners = new Set<() => void>();
  let sent = 0;
  const run = async () => {
    for (;;) {
      const event = `${prefix} ${sent++}`;
      // Without a uuid only the journal can prevent that an event is stored twice.
      const body = JSON.stringify({ api_key: apiKey, event, distinct_id: "ann", properties: { pad: "x".repeat(300) } });
      try {
        const status = await post(agent, port, body);
        if (status !== 200) return void failures.push(`status ${status}`);
      } catch (error) {
        return void failures.push((error as NodeJS.ErrnoException).code ?? String(error));
      }
      answered.push(event);
      for (const listener of listeners) listener();
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, run)).then(() => agent.destroy());
  return {
    answered,
    failures,
    ended,
    /** Resolves once `count` events were answered. */
    after: (count: number) =>
      new Promise<void>((resolve) => listeners.add(() => answered.length >= count && resolve())),
  };
}

function post(agent: Agent, port: number, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const sending = request({ agent, port, host: "127.0.0.1", method: "POST", path: "/capture/", headers }, (reply) => {
      reply.on("error", reject).on("end", () => resolve(reply.statusCode ?? 0));
      reply.resume();
    });
    sending.on("error", reject).end(body);
  });
}

/** Throws unless each answered event is stored once. Others may be stored too, because their responses were lost. */
export function assertStoredOnce(answered: readonly string[], stored: ReadonlyMap<string, number>): void {
  const missing = answered.filter((event) => !stored.has(event));
  const duplicate = [...stored].filter(([, times]) => times !== 1);
  assert.deepEqual({ missing, duplicate }, { missing: [], duplicate: [] });
}
