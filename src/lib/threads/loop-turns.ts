import { setImmediate as turn } from "node:timers/promises";
import { FairQueue } from "./fair-queue.ts";

const queue = new FairQueue({ max: Number.POSITIVE_INFINITY, maxPerClient: Number.POSITIVE_INFINITY });
/** How long a caller waits for connections that arrive all the time. */
const MAX_ARRIVAL_MS = 200;

let arrivals = 0;

/** Called with each connection that the server accepts. */
export function countArrival(): void {
  arrivals += 1;
}

/**
 * Waits for a turn of the event loop that no other caller gets; clients take turns. Otherwise hundreds of requests of
 * some 10 ms each would keep others waiting for seconds. Arriving connections are accepted first, one a turn.
 */
export async function nextTurn(client = "", maxArrivalMs = MAX_ARRIVAL_MS): Promise<void> {
  await queue.run(client, () => waitForArrivals(maxArrivalMs));
}

/** Waits for two turns without an arrival: before the first, the loop may not have looked for any. */
async function waitForArrivals(maxMs: number): Promise<void> {
  const end = performance.now() + maxMs;
  for (let quietTurns = 0; quietTurns < 2 && performance.now() < end; ) {
    const before = arrivals;
    await turn();
    quietTurns = arrivals === before ? quietTurns + 1 : 0;
  }
}

/** How long steps may take together before others have a turn. */
const MAX_STEPS_MS = 10;

/** Work in steps, each of some milliseconds at most. Returns the result after the last one. */
export type Steps<T> = Generator<undefined, T, undefined>;

export async function runInTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + MAX_STEPS_MS;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (performance.now() >= end) break;
    }
    await nextTurn();
  }
}
