import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const READY_LOG_FIELD = '"msg":"ready"';
const MAX_LOG_LINES = 20;
const RESTART_DELAY_MS = 300;

export interface NodeOptions {
  /** The service's program, `dist/main.js`. */
  readonly program: string;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  /** Is told when it ends without being killed, with the last lines that it wrote. */
  readonly onUnexpectedExit: (wasReady: boolean, lines: string) => void;
}

/** A process of the service, which is started again whenever it ends. */
export class ServiceNode {
  readonly base: string;
  readonly #options: NodeOptions;
  #child: ChildProcess | null = null;
  #isReady = false;
  #isStarted = false;
  #lines: string[] = [];

  constructor(parts: NodeOptions) {
    this.base = `http://127.0.0.1:${parts.port}`;
    this.#options = parts;
  }

  /** What it said last. */
  get lastLogLines(): string {
    return this.#lines.join("\n");
  }

  start(): void {
    this.#isStarted = true;
    this.#isReady = false;
    const child = spawn(process.execPath, [this.#options.program, "serve"], {
      env: this.#options.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // so that Ctrl-C does not end it before the load
    });
    this.#child = child;
    this.#lines = [];
    const note = (piece: string) => {
      this.#lines = [...this.#lines, ...piece.split("\n").filter((line) => line !== "")].slice(-MAX_LOG_LINES);
      if (piece.includes(READY_LOG_FIELD)) this.#isReady = true;
    };
    child.stdout.setEncoding("utf8").on("data", note);
    child.stderr.setEncoding("utf8").on("data", note);
    child.on("close", async (code, signal) => {
      if (!this.#isStarted || this.#child !== child) return;
      this.#options.onUnexpectedExit(this.#isReady, `${this.lastLogLines}\n${signal ?? `exit status ${code}`}`);
      await sleep(RESTART_DELAY_MS);
      if (this.#isStarted && this.#child === child) this.start();
    });
  }

  /** SIGKILL; there once it is gone. */
  kill(): Promise<void> {
    return this.#endWith("SIGKILL");
  }

  /** SIGTERM; there once it has ended. */
  stop(): Promise<void> {
    return this.#endWith("SIGTERM");
  }

  /** How many requests it has not stored yet; null where it does not say. */
  async pendingRequests(): Promise<number | null> {
    const text = await fetch(`${this.base}/metrics`).then(
      (answer) => answer.text(),
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
