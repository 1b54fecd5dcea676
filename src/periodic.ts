import { setTimeout as sleep } from "node:timers/promises";

export interface PeriodicTask {
  /** Resolves once the round under way has ended, which its signal asks for. */
  stop(): Promise<void>;
}

/** Does something round after round, with about so many milliseconds between two; after a round that throws, and is reported, it waits longer. */
export function startPeriodic(
  round: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
  report: (error: unknown) => void,
): PeriodicTask {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await round(signal);
        failures = 0;
      } catch (error) {
        report(error);
        failures += 1;
      }
      await sleep(backoffMs(failures, intervalMs, Math.random()), undefined, { signal }).catch(() => {});
    }
  };
  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

const MAX_PAUSE_MS = 60_000;

/** The pause before the next round: twice as long after each failure, and a quarter more or less by `random`, so that nodes do not keep step. */
export function backoffMs(failures: number, intervalMs: number, random: number): number {
  const longest = Math.max(intervalMs, MAX_PAUSE_MS);
  return Math.min(intervalMs * 2 ** failures, longest) * (0.75 + random / 2);
}
