import {
  freePort,
  minimalProcessEnv,
  type RunningProcess,
  startProcess,
} from "../../src/test-support/child-process.ts";
import { exchange } from "../client/exchange.ts";
import { eventually } from "../support/poll.ts";
import type { Tenant } from "../target-description.ts";
import { buildOnce } from "./sightline-server.ts";

const START_TIMEOUT_MS = 180_000;

export interface SandboxProcess extends RunningProcess {
  readonly base: string;
  readonly tenant: Tenant;
}

/** Starts a sandbox of the current build, and reads its keys from what it prints. */
export async function startSandbox(logFile: string): Promise<SandboxProcess> {
  await buildOnce();
  const port = await freePort();
  const running = startProcess(["dist/main.js", "sandbox", "--port", String(port)], logFile, minimalProcessEnv());
  const base = `http://127.0.0.1:${port}`;
  try {
    await eventually(
      "the sandbox is ready",
      async () => {
        if (running.child.exitCode !== null) throw new Error(`The sandbox ended: ${running.log()}`);
        return (await exchange(base, { method: "GET", path: "/_ready" })).status === 200 && /curl/.test(running.log());
      },
      START_TIMEOUT_MS,
    );
  } catch (error) {
    await running.stop();
    throw error;
  }
  const printed = (name: string) => new RegExp(`^  ${name} +(\\S+)$`, "m").exec(running.log())?.[1] ?? "";
  const tenant = {
    organizationId: printed("organization"),
    projectId: printed("project"),
    projectApiKey: printed("project API key"),
    personalApiKey: printed("personal API key"),
  };
  return { ...running, base, tenant };
}
