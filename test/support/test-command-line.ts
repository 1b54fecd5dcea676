import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { buildService, MAIN } from "./service-process.ts";
import type { CliOutcome } from "./test-cli.ts";

/** Returns functions that run commands as separate processes, on a directory that is deleted after the test. */
export async function openCommandLine(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  buildService();
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  t.after(() => rm(directory, { recursive: true }));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: directory, HOST: "127.0.0.1", PORT: "0", ...settings };
  const start = (...argv: string[]) => {
    const child = spawn(process.execPath, [MAIN, ...argv], { env });
    t.after(() => child.kill("SIGKILL"));
    return child;
  };
  const run = async (argv: readonly string[], stdin: string | Uint8Array = ""): Promise<CliOutcome> => {
    const child = start(...argv);
    child.stdin.end(stdin);
    const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { status, out, err };
  };
  return { directory, start, run };
}
