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
export type RunningEngine = { readonly remote: Remote<EngineMethods> };

const RETRY_SECONDS = 5;
const GRACE_MS = 5000;
const LOADING_MS = 120_000;

const INTERVAL_MS = 100;
/** Memory of the process before its first question, and what DuckDB takes beyond its own limit. */
const ALLOWANCE_BYTES = 256 * 1024 * 1024;
const MEMORY_EXIT_CODE = 9;

export type QuestionEngine = ReturnType<typeof questionEngine>;

/** Runs one question at a time in a process that starts when needed, ends when idle, and is replaced if it dies. */
export function questionEngine({ timeoutMs, idleMs, onFailure, onIdle, ...limits }: EngineOptions) {
  let child: Child<EngineMethods> | undefined;
  let interrupted: Child<EngineMethods> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function start(): Promise<Child<EngineMethods>> {
    if (child?.process.connected) return child;
    // A killed process may have left files, which no other can use.
    await rm(limits.temporaryFolder, { recursive: true, force: true });
    await mkdir(limits.temporaryFolder, { recursive: true, mode: 0o700 });
    const started = startChild<EngineMethods>("questions/engine/engine-process");
    child = started;
    void started.ended.then(() => {
      if (child === started) child = undefined;
    });
    await started.remote.configure(limits);
    return started;
  }

  function stop(): void {
    child?.process.kill("SIGKILL");
    child = undefined;
    onIdle();
  }

  function failure(failed: Child<EngineMethods>, reason: string, isLate: boolean) {
    if (interrupted === failed) return unavailable();
    if (isLate) return problem("query_limit_exceeded", { detail: "The question takes too long." });
    if (failed.process.exitCode === MEMORY_EXIT_CODE) {
      return problem("query_limit_exceeded", { detail: "The question takes too much memory." });
    }
    onFailure(reason);
    return problem("query_engine_failed", { retryAfter: 1 });
  }

  return {
    /** Runs work in the process while no other work runs. */
    async run<T>(work: (engine: RunningEngine) => Promise<T>): Promise<T> {
      if (isClosed) throw unavailable();
      clearTimeout(idle);
      const running = await start();
      let isLate = false;
      const kill = () => {
        isLate = true;
        running.process.kill("SIGKILL");
      };
      const timer = setTimeout(kill, timeoutMs + LOADING_MS + GRACE_MS);
      try {
        return await work(running);
      } catch (error) {
        // The calls fail a moment before the end of the process is known.
        const reason = running.process.connected ? undefined : await running.ended;
        if (reason === undefined) throw error;
        throw failure(running, reason, isLate);
      } finally {
        clearTimeout(timer);
        idle = setTimeout(stop, idleMs);
        idle.unref();
      }
    },

    /** Ends the process at once, if it runs. Its question fails with `service_unavailable`. */
    interrupt(): void {
      interrupted = child;
      child?.process.kill("SIGKILL");
    },

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(idle);
      child?.process.kill("SIGKILL");
      await child?.ended;
    },
  };
}

const unavailable = () => problem("service_unavailable", { retryAfter: RETRY_SECONDS });

/** Ends this process if it takes more memory than the limit and the allowance. */
export function watchMemory(limitBytes: number): void {
  const check = () => {
    if (process.memoryUsage.rss() > limitBytes + ALLOWANCE_BYTES) process.exit(MEMORY_EXIT_CODE);
  };
  setInterval(check, INTERVAL_MS).unref();
}
