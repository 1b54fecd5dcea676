import type { Fault, FaultParts } from "./fault.ts";
import { pause } from "./pause.ts";

/** Nodes are killed, and started again at once. */
export const kill: Fault = {
  needs: { disk: null, cuttable: false },
  async happen(parts) {
    while (!parts.until.aborted) {
      await live(parts);
      await killOne(parts);
    }
  },
};

const LONGEST_LIFE_MS = 1500;

/** Lets the nodes live for a while: mostly until they are ready and some time more, else not even so long. */
export async function live(parts: FaultParts): Promise<void> {
  const { world, random, until } = parts;
  if (random.chance(0.8)) await world.untilReady(until);
  await pause(parts, 0, LONGEST_LIFE_MS);
}

/** Kills one of the nodes and starts it again. */
export async function killOne({ world, random, blows }: FaultParts): Promise<void> {
  const node = world.nodes[random.whole(0, world.nodes.length - 1)];
  await node?.kill();
  blows.kills += 1;
  node?.start();
}
