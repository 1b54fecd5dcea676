import { mkdir, rm } from "node:fs/promises";
import { problem } from "../../lib/problem.ts";
import type { Remote } from "../../lib/threads/channel.ts";
import { type Child, startChild } from "../../lib/threads/start-child.ts";
import { hasDuckdb } from "../history/duckdb-process.ts";
import type { EngineLimits, EngineMethods } from "./engine-methods.ts";
import { MEMORY_EXIT_CODE } from "./watch-memory.ts";

export interface EngineOptions extends EngineLimits {
  /** How long a question may run. */
  readonly timeoutMs: number;
  /** How long the process stays without a question. */
  readonly idleMs: number;
  readonly onFailure: (reason: string) => void;
  /** Called when the process ends because it is idle. */
  readonly onIdle: () => void;
}

/** A running engine: what was loaded into it is there as long as it is the same object. */
export interface RunningEngine {
  readonly remote: Remote<EngineMethods>;
}

const RETRY_SECONDS = 5;
/** How long an interrupted question may take to end. */
const GRACE_MS = 5000;
/** How long loading rows for a question may take. */
const LOADING_MS = 120_000;

/**
 * A process in which questions run, one at a time. The first question starts it, and it ends when it is idle. If it
 * dies, only the question that ran fails, and the next one starts another process.
 */
export class QuestionEngine {
  readonly #options: EngineOptions;
  #child: Child<EngineMethods> | undefined;
  #interrupted: Child<EngineMethods> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Ends the process at once, if it runs: its question fails with `service_unavailable`. */
  interrupt(): void {
    this.#interrupted = this.#child;
    this.#child?.process.kill("SIGKILL");
  }

  /** Ends the process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#child?.process.kill("SIGKILL");
    await this.#child?.ended;
  }

  /** Runs work in the process, while no other does. */
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
      // The end of the process is known a moment after the failure of its calls.
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
    if (!hasDuckdb()) throw problem("query_engine_missing");
    // A process that was killed may have left files, which no other can use.
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

  /** Ends the process when it is idle: it has nothing to finish. */
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
