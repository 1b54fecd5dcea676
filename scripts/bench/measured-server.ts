import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";

/** A server to measure, in a process of its own. */
export interface MeasuredServer {
  readonly url: string;
  /** Returns the CPU time of all its threads so far, in microseconds. */
  cpuMicros(): Promise<number>;
  /** Returns its current resident memory, in bytes. */
  memoryBytes(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a Node.js program that prints a JSON line with its port, `{"port": …}`. Throws with its output if it exits
 * before that.
 */
export async function startMeasuredServer(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const port = await readPort(child);
  const { pid } = child;
  if (pid === undefined) throw new Error("The server has no process id.");
  return {
    url: `http://127.0.0.1:${port}`,
    cpuMicros: () => cpuMicros(pid),
    memoryBytes: () => memoryBytes(pid),
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /"port":\s*(\d+)/.exec(output)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", (code) => reject(new Error(`The server exited with ${code} during its start:\n${output}`)));
  });
}

/** The length of a clock tick in /proc, in microseconds. Linux has 100 ticks per second. */
const TICK_MICROS = 10_000;

async function cpuMicros(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => {
    throw new Error("CPU time is read from /proc, which exists only on Linux.");
  });
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}

async function memoryBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
