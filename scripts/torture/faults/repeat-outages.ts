import type { FaultContext } from "./fault.ts";
import { killRandomNode } from "./kill.ts";
import { randomPause } from "./random-pause.ts";

const MAX_UPTIME_MS = 2000;
const MAX_OUTAGE_MS = 3000;

/**
 * Repeats outages of a dependency. During half of them a node is killed, so that the next process starts during the
 * outage.
 */
export async function repeatOutages(
  context: FaultContext,
  disconnect: () => Promise<void> | void,
  restore: () => Promise<void> | void,
): Promise<void> {
  const { cluster, random, injectedFaults, stopSignal } = context;
  while (!stopSignal.aborted) {
    await randomPause(context, 0, MAX_UPTIME_MS);
    cluster.hasOutage = true;
    await disconnect();
    injectedFaults.outages += 1;
    await randomPause(context, 0, MAX_OUTAGE_MS / 2);
    if (random.chance(0.5)) await killRandomNode(context);
    await randomPause(context, 0, MAX_OUTAGE_MS / 2);
    await restore();
    await cluster.waitUntilReady();
    cluster.hasOutage = false;
  }
}
