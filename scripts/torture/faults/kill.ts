import type { Fault, FaultContext } from "./fault.ts";
import { randomPause } from "./random-pause.ts";

/** Nodes are killed, and started again at once. */
export const kill: Fault = {
  requirements: { disk: null, canDisconnectMongo: false },
  async inject(parts) {
    while (!parts.stopSignal.aborted) {
      await letNodesRun(parts);
      await killRandomNode(parts);
    }
  },
};

const MAX_UPTIME_MS = 1500;

/** Lets the nodes live for a while: mostly until they are ready and some time more, else not even so long. */
export async function letNodesRun(parts: FaultContext): Promise<void> {
  const { cluster: world, random, stopSignal: until } = parts;
  if (random.chance(0.8)) await world.waitUntilReady(until);
  await randomPause(parts, 0, MAX_UPTIME_MS);
}

/** Kills one of the nodes and starts it again. */
export async function killRandomNode({ cluster: world, random, injectedFaults: blows }: FaultContext): Promise<void> {
  const node = world.nodes[random.integer(0, world.nodes.length - 1)];
  await node?.kill();
  blows.kills += 1;
  node?.start();
}
