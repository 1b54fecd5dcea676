import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const READY = '"msg":"ready"';
const LINES_KEPT = 20;
const RESTART_AFTER_MS = 300;

export interface NodeParts {
  /** The service's program, `dist/main.js`. */
  readonly program: string;
  readonly port: number;
  readonly environment: NodeJS.ProcessEnv;
  /** Is told when it ends without being killed, with the last lines that it wrote. */
  readonly died: (wasReady: boolean, lines: string) => void;
}

/** A process of the service, which is started again whenever it ends. */
export class ServiceNode {
  readonly base: string;
  readonly #parts: NodeParts;
  #child: ChildProcess | null = null;
  #isReady = false;
  #isWanted = false;
  #lines: string[] = [];

  constructor(parts: NodeParts) {
    this.base = `http://127.0.0.1:${parts.port}`;
    this.#parts = parts;
  }

  /** What it said last. */
  get lastLines(): string {
    return this.#lines.join("\n");
  }

  start(): void {
    this.#isWanted = true;
    this.#isReady = false;
    const child = spawn(process.execPath, [this.#parts.program, "serve"], {
      env: this.#parts.environment,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // so that Ctrl-C does not end it before the load
    });
    this.#child = child;
    this.#lines = [];
    const note = (piece: string) => {
      this.#lines = [...this.#lines, ...piece.split("\n").filter((line) => line !== "")].slice(-LINES_KEPT);
      if (piece.includes(READY)) this.#isReady = true;
    };
    child.stdout.setEncoding("utf8").on("data", note);
    child.stderr.setEncoding("utf8").on("data", note);
    child.on("close", async (code, signal) => {
      if (!this.#isWanted || this.#child !== child) return;
      this.#parts.died(this.#isReady, `${this.lastLines}\n${signal ?? `exit status ${code}`}`);
      await sleep(RESTART_AFTER_MS);
      if (this.#isWanted && this.#child === child) this.start();
    });
  }

  /** SIGKILL; there once it is gone. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** SIGTERM; there once it has ended. */
  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  /** How many requests it has not stored yet; null where it does not say. */
  async waiting(): Promise<number | null> {
    const text = await fetch(`${this.base}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
    const entries = /^sightline_journal_entries (\d+)$/m.exec(text)?.[1];
    return entries === undefined ? null : Number(entries);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  }
}
