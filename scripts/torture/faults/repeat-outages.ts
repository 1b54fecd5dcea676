import type { FaultContext } from "./fault.ts";
import { killRandomNode } from "./kill.ts";
import { randomPause } from "./random-pause.ts";

const MAX_UPTIME_MS = 2000;
const MAX_OUTAGE_MS = 3000;

/** Takes something away and gives it back, over and over; in half of the outages a node is killed, so that the next process meets them at its start. */
export async function repeatOutages(
  parts: FaultContext,
  takeAway: () => Promise<void> | void,
  giveBack: () => Promise<void> | void,
): Promise<void> {
  const { cluster: world, random, injectedFaults: blows, stopSignal: until } = parts;
  while (!until.aborted) {
    await randomPause(parts, 0, MAX_UPTIME_MS);
    world.hasOutage = true;
    await takeAway();
    blows.outages += 1;
    await randomPause(parts, 0, MAX_OUTAGE_MS / 2);
    if (random.chance(0.5)) await killRandomNode(parts);
    await randomPause(parts, 0, MAX_OUTAGE_MS / 2);
    await giveBack();
    await world.waitUntilReady();
    world.hasOutage = false;
  }
}
