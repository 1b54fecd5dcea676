import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunCommand, runCommand } from "./run-command.ts";

const READY_LOG_FIELD = '"msg":"ready"';
const MAX_LOG_LINES = 20;
const RESTART_DELAY_MS = 300;

export interface NodeOptions {
  /** The service's program, `dist/main.js`. */
  readonly program: string;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  /** Called with the last log lines if the process exits without being stopped. */
  readonly onUnexpectedExit: (wasReady: boolean, lines: string) => void;
}

/** A process of the service that is restarted whenever it exits. */
export class ServiceNode {
  readonly base: string;
  readonly program: string;
  readonly #options: NodeOptions;
  #child: ChildProcess | null = null;
  #isReady = false;
  #isStarted = false;
  #lines: string[] = [];

  constructor(options: NodeOptions) {
    this.base = `http://127.0.0.1:${options.port}`;
    this.program = options.program;
    this.#options = options;
  }

  /** Runs a command of the program with the node's settings. */
  readonly runCommand: RunCommand = (args) => runCommand(this.#options.program, args, this.#options.env);

  /** The last log lines of the process. */
  get lastLogLines(): string {
    return this.#lines.join("\n");
  }

  /** Does nothing if it was started and not stopped since. */
  start(): void {
    if (!this.#isStarted) this.#spawn();
  }

  #spawn(): void {
    this.#isStarted = true;
    this.#isReady = false;
    const child = spawn(process.execPath, [this.#options.program, "serve"], {
      env: this.#options.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // so that Ctrl-C does not stop it before the load
    });
    this.#child = child;
    this.#lines = [];
    const readLog = (chunk: string) => {
      this.#lines = [...this.#lines, ...chunk.split("\n").filter((line) => line !== "")].slice(-MAX_LOG_LINES);
      if (chunk.includes(READY_LOG_FIELD)) this.#isReady = true;
    };
    child.stdout.setEncoding("utf8").on("data", readLog);
    child.stderr.setEncoding("utf8").on("data", readLog);
    child.on("close", async (code, signal) => {
      if (!this.#isStarted || this.#child !== child) return;
      this.#options.onUnexpectedExit(this.#isReady, `${this.lastLogLines}\n${signal ?? `exit status ${code}`}`);
      await sleep(RESTART_DELAY_MS);
      if (this.#isStarted && this.#child === child) this.#spawn();
    });
  }

  /** Sends SIGKILL and waits until the process has exited. */
  kill(): Promise<void> {
    return this.#endWith("SIGKILL");
  }

  /** Sends SIGTERM and waits until the process has exited. */
  stop(): Promise<void> {
    return this.#endWith("SIGTERM");
  }

  /** Returns how many accepted requests are not stored yet; null if the node does not answer. */
  async pendingRequests(): Promise<number | null> {
    const text = await fetch(`${this.base}/metrics`).then(
      (response) => response.text(),
      () => "",
    );
    const entries = /^sightline_journal_entries (\d+)$/m.exec(text)?.[1];
    return entries === undefined ? null : Number(entries);
  }

  async #endWith(signal: NodeJS.Signals): Promise<void> {
    this.#isStarted = false;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  }
}
