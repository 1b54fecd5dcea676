import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreUnavailable } from "../storage/ports/common.ts";
import type { SessionKey } from "../storage/ports/recordings.ts";
import { type Flushing, type FlushPorts, flushSession } from "./flush-session.ts";
import { Janitor } from "./janitor.ts";

/** When a session's snapshots move to a file. */
export interface Due {
  /** As soon as one was received this long ago, in milliseconds. */
  readonly ageMs: number;
  /** As soon as there are more bytes of them. */
  readonly bytes: number;
}

/** Told of what failed: of a session that is passed over, or of a whole round that is tried again later. */
export type Report = (error: unknown, session?: SessionKey) => void;

const SESSIONS_AT_ONCE = 100;

/**
 * Moves to files what is due, until nothing is. Gives how many files it wrote. Throws `StoreUnavailable`; a session that fails otherwise is
 * reported and passed over. Once the signal is aborted it ends after the session at hand.
 */
export async function flushDue(
  due: Due,
  flushing: Flushing,
  ports: FlushPorts,
  report: Report,
  signal?: AbortSignal,
): Promise<number> {
  const passedOver = new Set<string>();
  let written = 0;
  for (;;) {
    const limit = SESSIONS_AT_ONCE + passedOver.size;
    const sessions = await ports.recordings.due(ports.now() - due.ageMs, due.bytes, limit);
    const waiting = sessions.filter((session) => !passedOver.has(nameOf(session)));
    if (waiting.length === 0) return written;
    for (const session of waiting) {
      if (signal?.aborted) return written;
      if (await flushOrReport(session, flushing, ports, report)) written += 1;
      else passedOver.add(nameOf(session));
    }
  }
}

async function flushOrReport(session: SessionKey, flushing: Flushing, ports: FlushPorts, report: Report) {
  try {
    return await flushSession(session, flushing, ports);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    report(error, session);
    return false;
  }
}

export interface FlusherOptions extends Due {
  /** The time between two rounds, about, in milliseconds. */
  readonly intervalMs: number;
  readonly leaseMs?: number;
  readonly report: Report;
}

const LEASE_MS = 60_000;

/** Moves snapshots to files and deletes the files of erased recordings, round after round. `stop` resolves once the session at hand is done. */
export function startFlusher(
  { intervalMs, leaseMs = LEASE_MS, report, ...due }: FlusherOptions,
  ports: FlushPorts,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const flushing = { owner: randomUUID(), leaseMs };
  const janitor = new Janitor(ports, leaseMs);

  const round = async (): Promise<boolean> => {
    try {
      await flushDue(due, flushing, ports, report, signal);
      await janitor.sweep(report, signal);
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
  const run = async () => {
    let failures = 0;
    while (!signal.aborted) {
      failures = (await round()) ? 0 : failures + 1;
      await sleep(pauseMs(failures, intervalMs, Math.random()), undefined, { signal }).catch(() => {});
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

const LONGEST_PAUSE_MS = 60_000;

/** The pause before the next round: twice as long after each failure, and a quarter more or less by `random`, so that nodes do not keep step. */
export function pauseMs(failures: number, intervalMs: number, random: number): number {
  const longest = Math.max(intervalMs, LONGEST_PAUSE_MS);
  return Math.min(intervalMs * 2 ** failures, longest) * (0.75 + random / 2);
}

function nameOf({ projectId, sessionId }: SessionKey): string {
  return `${projectId}/${sessionId}`;
}
