import type { FaultParts } from "./fault.ts";
import { killOne } from "./kill.ts";
import { pause } from "./pause.ts";

const LONGEST_WORK_MS = 2000;
const LONGEST_OUTAGE_MS = 3000;

/** Takes something away and gives it back, over and over; in half of the outages a node is killed, so that the next process meets them at its start. */
export async function outages(
  parts: FaultParts,
  takeAway: () => Promise<void> | void,
  giveBack: () => Promise<void> | void,
): Promise<void> {
  const { world, random, blows, until } = parts;
  while (!until.aborted) {
    await pause(parts, 0, LONGEST_WORK_MS);
    world.isDisturbed = true;
    await takeAway();
    blows.outages += 1;
    await pause(parts, 0, LONGEST_OUTAGE_MS / 2);
    if (random.chance(0.5)) await killOne(parts);
    await pause(parts, 0, LONGEST_OUTAGE_MS / 2);
    await giveBack();
    await world.untilReady();
    world.isDisturbed = false;
  }
}
