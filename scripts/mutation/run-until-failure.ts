import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What tests print for each that fails: node's TAP reporter, and ours. */
const FAILURE = /^(?:\s*not ok \d+ - |FAILED )(.*)/;

const WRONG_USE = 2;

interface Limits {
  readonly cwd: string;
  readonly timeoutMs: number;
}

/**
 * Runs node until its first failing test, and ends it there. Returns what failed; undefined if nothing did. Throws if
 * the arguments are wrong.
 */
export function runUntilFailure(args: readonly string[], { cwd, timeoutMs }: Limits): Promise<string | undefined> {
  // A group of its own, so that the servers that tests start end with them.
  const child = spawn(process.execPath, args, { cwd, detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const endAll = () => endGroup(child.pid);
  process.once("exit", endAll);
  return new Promise((resolve, reject) => {
    const end = (failure: string | undefined) => {
      clearTimeout(timer);
      process.off("exit", endAll);
      endAll();
      resolve(failure);
    };
    const timer = setTimeout(end, timeoutMs, "it ran out of time");
    createInterface(child.stdout).on("line", (line) => {
      const [, name] = FAILURE.exec(line) ?? [];
      if (name !== undefined) end(name);
    });
    child.on("close", (status) => {
      if (status === WRONG_USE) reject(new Error(`${args.join(" ")} is wrong use.`));
      end(status === 0 ? undefined : `it ended with ${status}`);
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of the group has ended.
  }
}
