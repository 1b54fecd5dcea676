import { minimalProcessEnv, type RunningProcess, startProcess } from "../../test/support/child-process.ts";
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
  const running = startProcess(["dist/main.js", "sandbox", "--port", "0"], logFile, minimalProcessEnv());
  const look = async () => {
    if (running.child.exitCode !== null) return "ended";
    return /^The reference is at (\S+)\/docs$/m.exec(running.log())?.[1];
  };
  const base = await eventually("the sandbox is ready", look, START_TIMEOUT_MS).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  if (base === "ended") throw new Error(`The sandbox ended: ${running.log()}`);
  const printed = (name: string) => new RegExp(`^  ${name} +(\\S+)$`, "m").exec(running.log())?.[1] ?? "";
  const tenant = {
    organizationId: printed("organization"),
    projectId: printed("project"),
    projectApiKey: printed("project API key"),
    personalApiKey: printed("personal API key"),
  };
  return { ...running, base, tenant };
}
