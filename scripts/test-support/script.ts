import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../contract/redocly.ts";

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a script of `scripts/` as its npm script does, in a process group of its own. */
export function startScript(name: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", join("scripts", name), ...args], { cwd: root, detached: true });
}

/** Runs a script of `scripts/` to its end. */
export async function runScript(name: string, ...args: string[]): Promise<Ran> {
  const child = startScript(name, ...args);
  const said = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    said.stderr += chunk;
  });
  const [status] = await once(child, "close");
  return { status, ...said };
}
