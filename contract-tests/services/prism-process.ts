import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  freePort,
  minimalProcessEnv,
  ROOT,
  type RunningProcess,
  startProcess,
} from "../../src/test-support/child-process.ts";
import { exchange } from "../client/exchange.ts";
import { document } from "../contract/contract-document.ts";
import { eventually } from "../support/poll.ts";

const START_TIMEOUT_MS = 180_000;
const MAX_ATTEMPTS = 3;
const BIN = join(ROOT, "node_modules/@stoplight/prism-cli/dist/index.js");

export interface PrismProcess extends RunningProcess {
  readonly base: string;
}

/**
 * Starts a proxy that answers 500 instead of a response that breaks the contract. It passes on bad requests, which
 * tests send on purpose.
 */
export async function startPrismProxy(upstream: string, directory: string): Promise<PrismProcess> {
  const file = join(directory, "answers.json");
  await writeFile(file, JSON.stringify(withoutSecurity(document)));
  const args = ["proxy", file, upstream, "--errors", "--validate-request=false", "--cors=false"];
  return startPrismProcess(args, join(directory, "proxy.log"));
}

/** Prism checks a request's key even if it is not to check requests, unless no operation requires one. */
function withoutSecurity(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (key === "security" ? [] : part)));
}

/** Starts Prism on a free port. Retries if another process has taken the port meanwhile. */
async function startPrismProcess(args: readonly string[], logFile: string): Promise<PrismProcess> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const running = startProcess(
      [BIN, ...args, "--port", String(port), "--verboseLevel", "warn"],
      logFile,
      minimalProcessEnv(),
    );
    const base = `http://127.0.0.1:${port}`;
    const look = async () => {
      if (running.child.exitCode !== null) return "ended";
      return (await exchange(base, { method: "GET", path: "/_health" })).status === 200 && "up";
    };
    const state = await eventually("Prism answers", look, START_TIMEOUT_MS).catch(async (error: unknown) => {
      await running.stop();
      throw error;
    });
    if (state === "up") return { ...running, base };
    const log = running.log();
    if (attempt === MAX_ATTEMPTS || !log.includes("EADDRINUSE")) throw new Error(`Prism ended: ${log}`);
  }
}
