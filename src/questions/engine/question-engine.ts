import { mkdir, rm } from "node:fs/promises";
import { problem } from "../../lib/problem.ts";
import type { Remote } from "../../lib/threads/channel.ts";
import { type Child, startChild } from "../../lib/threads/start-child.ts";
import type { EngineLimits, EngineMethods } from "./engine-methods.ts";

export interface EngineOptions extends EngineLimits {
  readonly timeoutMs: number;
  /** Ends the process after this time without a question. */
  readonly idleMs: number;
  readonly onFailure: (reason: string) => void;
  readonly onIdle: () => void;
}

/** A running engine. What was loaded stays there as long as it is the same object. */
export interface RunningEngine {
  readonly remote: Remote<EngineMethods>;
}

const RETRY_SECONDS = 5;
const GRACE_MS = 5000;
const LOADING_MS = 120_000;

const INTERVAL_MS = 100;
/** Memory of the process before its first question, and what DuckDB takes beyond its own limit. */
const ALLOWANCE_BYTES = 256 * 1024 * 1024;
const MEMORY_EXIT_CODE = 9;

/** Runs one question at a time in a process that starts when needed, ends when idle, and is replaced if it dies. */
export class QuestionEngine {
  readonly #options: EngineOptions;
  #child: Child<EngineMethods> | undefined;
  #interrupted: Child<EngineMethods> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Ends the process at once, if it runs. Its question fails with `service_unavailable`. */
  interrupt(): void {
    this.#interrupted = this.#child;
    this.#child?.process.kill("SIGKILL");
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#child?.process.kill("SIGKILL");
    await this.#child?.ended;
  }

  /** Runs work in the process while no other work runs. */
  async run<T>(work: (engine: RunningEngine) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw unavailable();
    clearTimeout(this.#idle);
    const child = await this.#start();
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        child.process.kill("SIGKILL");
      },
      this.#options.timeoutMs + LOADING_MS + GRACE_MS,
    );
    try {
      return await work(child);
    } catch (error) {
      // The calls fail a moment before the end of the process is known.
      const reason = child.process.connected ? undefined : await child.ended;
      if (reason === undefined) throw error;
      throw this.#failure(child, reason, isLate);
    } finally {
      clearTimeout(timer);
      this.#idle = setTimeout(() => this.#stop(), this.#options.idleMs);
      this.#idle.unref();
    }
  }

  async #start(): Promise<Child<EngineMethods>> {
    if (this.#child?.process.connected) return this.#child;
    // A killed process may have left files, which no other can use.
    await rm(this.#options.temporaryFolder, { recursive: true, force: true });
    await mkdir(this.#options.temporaryFolder, { recursive: true, mode: 0o700 });
    const child = startChild<EngineMethods>("questions/engine/engine-process");
    this.#child = child;
    void child.ended.then(() => {
      if (this.#child === child) this.#child = undefined;
    });
    const { memoryBytes, threads, temporaryFolder, temporaryBytes } = this.#options;
    await child.remote.configure({ memoryBytes, threads, temporaryFolder, temporaryBytes });
    return child;
  }

  #stop(): void {
    this.#child?.process.kill("SIGKILL");
    this.#child = undefined;
    this.#options.onIdle();
  }

  #failure(child: Child<EngineMethods>, reason: string, isLate: boolean) {
    if (this.#interrupted === child) return unavailable();
    if (isLate) return problem("query_limit_exceeded", { detail: "The question takes too long." });
    if (child.process.exitCode === MEMORY_EXIT_CODE) {
      return problem("query_limit_exceeded", { detail: "The question takes too much memory." });
    }
    this.#options.onFailure(reason);
    return problem("query_engine_failed", { retryAfter: 1 });
  }
}

const unavailable = () => problem("service_unavailable", { retryAfter: RETRY_SECONDS });

/** Ends this process if it takes more memory than the limit and the allowance. */
export function watchMemory(limitBytes: number): void {
  const check = () => {
    if (process.memoryUsage.rss() > limitBytes + ALLOWANCE_BYTES) process.exit(MEMORY_EXIT_CODE);
  };
  setInterval(check, INTERVAL_MS).unref();
}
