import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a command of `sightline` and returns its output. Throws an error with the output if it fails. */
export type RunCommand = (args: readonly string[]) => Promise<string>;

/** Runs a command of the service's program with these settings. */
export async function runCommand(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout;
}
