import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Millis, StoreUnavailable } from "../../storage/ports/common.ts";
import { pauseMs, type Report } from "../flusher.ts";
import { type TakeUpPorts, takeUp } from "./take-up.ts";

export interface TakeUpOptions {
  /** Sessions are taken up when their last row is this old, in milliseconds. */
  readonly ageMs: number;
  /** The time between two rounds, about, in milliseconds. */
  readonly intervalMs: number;
  readonly report: Report;
}

const LEASE_MS = 60_000;
/** How much longer than a round its pause is, at least, so that a large table is not read all the time. */
const REST = 9;

/** Takes up what is in the columnar database, the latest first, round after round: what is added later may be of any time. `stop` resolves once the session at hand is done. */
export function startTakingUp(
  { ageMs, intervalMs, report }: TakeUpOptions,
  ports: TakeUpPorts,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const flushing = { owner: randomUUID(), leaseMs: LEASE_MS };
  const run = async () => {
    for (let failures = 0; !signal.aborted; ) {
      const begin = ports.now();
      try {
        failures = (await round(begin - ageMs)) ? 0 : failures + 1;
      } catch (error) {
        report(error);
        failures += 1;
      }
      const pause = pauseMs(failures, intervalMs, Math.random()) + (ports.now() - begin) * REST;
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  };
  /** Throws `StoreUnavailable`; a session that fails otherwise is reported and passed over, and then it gives false. */
  const round = async (before: Millis): Promise<boolean> => {
    let wasWhole = true;
    for await (const session of ports.columnar.sessions(before)) {
      if (signal.aborted) break;
      try {
        await takeUp(session, flushing, ports);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        report(error, session);
        wasWhole = false;
      }
    }
    return wasWhole;
  };
  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
