import type { Fault, FaultContext } from "./fault.ts";
import { randomPause } from "./random-pause.ts";

/** Kills nodes and restarts them at once. */
export const kill: Fault = {
  requirements: { disk: null, canDisconnectMongo: false },
  async inject(context) {
    while (!context.stopSignal.aborted) {
      await letNodesRun(context);
      await killRandomNode(context);
    }
  },
};

const MAX_UPTIME_MS = 1500;

/** Lets the nodes run for a while: usually until some time after they are ready, sometimes shorter. */
export async function letNodesRun(context: FaultContext): Promise<void> {
  const { cluster, random, stopSignal } = context;
  if (random.chance(0.8)) await cluster.waitUntilReady(stopSignal);
  await randomPause(context, 0, MAX_UPTIME_MS);
}

/** Kills a random node and restarts it. */
export async function killRandomNode({ cluster, random, injectedFaults }: FaultContext): Promise<void> {
  const node = cluster.nodes[random.integer(0, cluster.nodes.length - 1)];
  await node?.kill();
  injectedFaults.kills += 1;
  node?.start();
}
