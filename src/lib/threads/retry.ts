import { setTimeout as sleep } from "node:timers/promises";

/** Pauses between attempts: each failure in a row doubles the next one. */
export interface Backoff {
  readonly initialMs: number;
  /** Defaults to `initialMs`: all pauses are as long. */
  readonly maxMs?: number;
  /** Part of a pause by which it randomly deviates, so that several nodes do not keep step. */
  readonly jitter?: number;
}

const DEFAULT_JITTER = 0.25;

/** Returns the pause after this many failures in a row; `random` is from 0 to 1. */
export function backoffMs(
  failures: number,
  { initialMs, maxMs = initialMs, jitter = DEFAULT_JITTER }: Backoff,
  random: number = Math.random(),
): number {
  return Math.min(initialMs * 2 ** (failures - 1), maxMs) * (1 + jitter * (2 * random - 1));
}

export interface RetryOptions {
  readonly backoff: Backoff;
  /** Whether the work may succeed after this error; by default after any. */
  readonly isRetryable?: (error: unknown) => boolean;
  readonly maxAttempts?: number;
  readonly timeoutMs?: number;
  /** Ends a pause. The call then throws an `AbortError`. */
  readonly signal?: AbortSignal;
  /** Called before each pause; attempts are counted from 0. */
  readonly onRetry?: (error: unknown, attempt: number, pauseMs: number) => void;
}

/** Repeats work until it succeeds. Throws its error if that is not retryable, or after the last attempt. */
export async function retry<T>(
  work: (attempt: number) => T | Promise<T>,
  { backoff, isRetryable = () => true, maxAttempts, timeoutMs, signal, onRetry }: RetryOptions,
): Promise<T> {
  const end = timeoutMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isRetryable(error) || attempt + 1 === maxAttempts || Date.now() >= end) throw error;
      const pauseMs = backoffMs(attempt + 1, backoff);
      onRetry?.(error, attempt, pauseMs);
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** Returns a function that runs work once, and keeps its result. After a failure the next call runs it again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/** Checks at intervals whether something is done. Returns false if it is not within the timeout. */
export async function pollUntil(
  isDone: () => boolean | Promise<boolean>,
  { intervalMs, timeoutMs }: { readonly intervalMs: number; readonly timeoutMs: number },
): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; !(await isDone()); await sleep(intervalMs)) {
    if (Date.now() >= end) return false;
  }
  return true;
}

export interface PeriodicTask {
  /** Aborts the signal of a run under way. Resolves when the run has ended. */
  stop(): Promise<void>;
}

export interface WakeableTask extends PeriodicTask {
  /** Ends a pause that has grown because there was nothing to do: there may be something now. */
  wake(): void;
}

/** Result of a run that found nothing to do. */
export const NOTHING_TO_DO = Symbol("nothing to do");

const MAX_PERIODIC_PAUSE_MS = 60_000;

/**
 * Repeats a task, with pauses of about `intervalMs`. These grow after errors, which are reported, and up to about
 * `idleMs` after runs in a row that return `NOTHING_TO_DO`.
 */
export function startPeriodic(
  task: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
  idleMs = intervalMs,
): WakeableTask {
  const stopping = new AbortController();
  const { signal } = stopping;
  const backoff = { initialMs: 2 * intervalMs, maxMs: Math.max(intervalMs, MAX_PERIODIC_PAUSE_MS) };
  let waking = new AbortController();
  const run = async () => {
    for (let idleRuns = 0; !signal.aborted; ) {
      waking = new AbortController();
      const result = await retry(() => task(signal), { backoff, signal, onRetry: (error) => onError(error) });
      idleRuns = result === NOTHING_TO_DO ? idleRuns + 1 : 0;
      const pauseMs = backoffMs(1, { initialMs: intervalMs });
      await sleep(pauseMs, undefined, { signal });
      if (idleRuns < 2) continue;
      const moreMs = backoffMs(idleRuns, { initialMs: intervalMs, maxMs: idleMs }) - pauseMs;
      if (moreMs <= 0) continue;
      await sleep(moreMs, undefined, { signal: waking.signal }).catch(() => undefined); // woken, or stopped
    }
  };
  const ended = run().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    wake: () => waking.abort(),
    stop() {
      stopping.abort();
      waking.abort();
      return ended;
    },
  };
}
