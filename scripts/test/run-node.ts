import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Runs node with these arguments and our output; returns its exit status. */
export function runNode(...args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: "inherit" });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs node as `runNode`, but prints its output as one piece once it ended, below a title. */
export async function runNodeQuietly(title: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const status = new Promise<number>((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  process.stdout.write(`\n== ${title}\n${out}`);
  process.stderr.write(errors);
  return status;
}
