import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

type ProcessEnv = Readonly<Record<string, string | undefined>>;

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Returns what it has written so far to both outputs. */
  readonly log: () => string;
  /** Sends SIGTERM and waits; returns the exit status, or the signal that ended it. */
  readonly stop: () => Promise<number | string>;
}

/** Returns the variables that a child needs to run, without settings of the service, and some more. */
export function minimalProcessEnv(more: ProcessEnv = {}): ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE, NODE_ENV: "test", ...more };
}

/** Starts a Node program in the checkout; its outputs go to the log file. */
export function startProcess(args: readonly string[], logFile: string, environment: ProcessEnv): RunningProcess {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const sink = createWriteStream(logFile);
  child.stdout?.pipe(sink, { end: false });
  child.stderr?.pipe(sink, { end: false });
  const ended = once(child, "close").then(() => sink.end());
  return {
    child,
    log: () => readFileSync(logFile, "utf8"),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode ?? child.signalCode ?? "unknown";
    },
  };
}

export interface ProcessOutput {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end: Node in the checkout, unless others are given. */
export async function runProcess(
  args: readonly string[],
  environment: ProcessEnv,
  cwd: string = ROOT,
  program: string = process.execPath,
): Promise<ProcessOutput> {
  const child = spawn(program, args, {
    cwd,
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  const [status] = await once(child, "close");
  return { status: Number(status ?? -1), ...texts };
}

/** Runs a script of the checkout, named without its ending: its translation if the tests are translated. */
export function runScript(script: string, args: readonly string[], environment: ProcessEnv = process.env) {
  const program = import.meta.url.endsWith(".ts") ? ["--import", "tsx", `${script}.ts`] : [`${script}.js`];
  return runProcess([...program, ...args], environment);
}
