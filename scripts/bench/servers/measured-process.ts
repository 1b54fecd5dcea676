import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { minimalProcessEnv } from "../../../test/support/child-process.ts";

/** A server to measure, in a process of its own. */
export interface MeasuredProcess {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it is ready. */
  readonly startMs: number;
  /** Returns the CPU time of all its threads so far, in microseconds. */
  cpuMicros(): Promise<number>;
  /** Returns its resident memory, in bytes. */
  memoryBytes(): Promise<number>;
  stop(): Promise<void>;
}

export interface Program {
  readonly args: readonly string[];
  readonly port: number;
  readonly directory?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** The path that tells whether it is ready: by 200 or, if the server has no such path, by any status. */
  readonly readyPath: string;
  readonly readyStatus?: number;
}

const POLL_MS = 5;
const MAX_LOG_CHARS = 10_000;

/** Starts a Node.js program on 127.0.0.1 and waits until it is ready. Throws with its output if it exits before. */
export async function startMeasuredProcess(program: Program): Promise<MeasuredProcess> {
  const { args, port, directory: cwd, settings, readyPath, readyStatus } = program;
  const start = performance.now();
  const env = { ...minimalProcessEnv({ NODE_ENV: "production", PORT: String(port), ...settings }) };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  const keepLog = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-MAX_LOG_CHARS);
  };
  child.stdout.on("data", keepLog);
  child.stderr.on("data", keepLog);
  const { pid } = child;
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const url = `http://127.0.0.1:${port}`;
  const status = () =>
    fetch(url + readyPath).then(
      (response) => response.arrayBuffer().then(() => response.status),
      () => 0,
    );
  for (let seen = await status(); seen === 0 || seen !== (readyStatus ?? seen); seen = await status()) {
    if (pid === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${args.join(" ")} exited during its start:\n${log}`);
    await sleep(POLL_MS);
  }
  return {
    url,
    pid: pid ?? 0,
    startMs: performance.now() - start,
    cpuMicros: () => cpuMicros(pid),
    memoryBytes: () => memoryBytes(pid),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      process.removeListener("exit", kill);
    },
  };
}

/** The length of a clock tick in /proc, in microseconds. Linux has 100 ticks per second. */
const TICK_MICROS = 10_000;

async function cpuMicros(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => {
    throw new Error("The server has exited, or there is no /proc: the bench needs Linux.");
  });
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}

async function memoryBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
