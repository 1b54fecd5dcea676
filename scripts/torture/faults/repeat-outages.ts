import type { FaultContext } from "./fault.ts";
import { killRandomNode } from "./kill.ts";
import { randomPause } from "./random-pause.ts";

const MAX_UPTIME_MS = 2000;
const MAX_OUTAGE_MS = 3000;

/** How long outages are, in milliseconds; null for random times. */
export type OutageMs = number | null;

/**
 * Repeats outages of a dependency. During half of them a node is killed, so that the next process starts during the
 * outage.
 */
export async function repeatOutages(
  context: FaultContext,
  disconnect: () => Promise<void> | void,
  restore: () => Promise<void> | void,
  outageMs: OutageMs = null,
): Promise<void> {
  const { cluster, random, injectedFaults, stopSignal } = context;
  const pauseDuring = () => randomPause(context, (outageMs ?? 0) / 2, (outageMs ?? MAX_OUTAGE_MS) / 2);
  while (!stopSignal.aborted) {
    await randomPause(context, 0, MAX_UPTIME_MS);
    cluster.hasOutage = true;
    await disconnect();
    injectedFaults.outages += 1;
    await pauseDuring();
    if (random.chance(0.5)) await killRandomNode(context);
    await pauseDuring();
    await restore();
    await cluster.waitUntilReady();
    cluster.hasOutage = false;
  }
}
