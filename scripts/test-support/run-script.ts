import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../contract/redocly.ts";

export interface ScriptResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of `scripts/` to its end. */
export async function runScript(name: string, ...args: string[]): Promise<ScriptResult> {
  const child = spawn(process.execPath, ["--import", "tsx", join("scripts", name), ...args], { cwd: root });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.stderr += chunk;
  });
  const [status] = await once(child, "close");
  return { status, ...said };
}
