import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Returns node's arguments that run a script of the checkout, named without its ending, as this process runs: translated or through tsx. */
export function scriptArguments(script: string): string[] {
  return import.meta.url.endsWith(".ts") ? ["--import", "tsx", `${script}.ts`] : [`${script}.js`];
}

type ProcessEnv = Readonly<Record<string, string | undefined>>;

export interface RunningProcess {
  readonly child: ChildProcess;
  /** All it has written so far, to both outputs. */
  readonly log: () => string;
  /** Asks it to end by SIGTERM and waits; gives its exit status, or the signal that ended it. */
  readonly stop: () => Promise<number | string>;
}

/** What a child sees of our environment: enough to run, and no settings of the service. */
export function minimalProcessEnv(more: ProcessEnv = {}): ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG, NODE_ENV: "test", ...more };
}

/** Starts a program of Node in the checkout; its outputs go to the log file. */
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

/** Runs a program of Node in the checkout to its end. */
export async function runProcess(args: readonly string[], environment: ProcessEnv): Promise<ProcessOutput> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
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

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}
