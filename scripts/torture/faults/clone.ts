import { cp, rm } from "node:fs/promises";
import type { Fault } from "./fault.ts";
import { letNodesRun } from "./kill.ts";

/** Puts a copy of one node's directory in the place of another's, and runs both. */
export const clone: Fault = {
  requirements: {
    engine: "mongodb",
    minNodes: 2,
    disk: null,
    canDisconnectMongo: false,
    settings: { SHUTDOWN_SECONDS: "120" },
  },
  isRepeatedElsewhere: true,
  async inject(context) {
    const { cluster, random, injectedFaults, stopSignal } = context;
    do {
      await letNodesRun(context);
      const from = random.integer(0, cluster.nodes.length - 1);
      const to = (from + random.integer(1, cluster.nodes.length - 1)) % cluster.nodes.length;
      const [original, replaced] = [cluster.nodes[from], cluster.nodes[to]];
      const [source, target] = [cluster.directories[from], cluster.directories[to]];
      if (!original || !replaced || !source || !target) return;
      await replaced.stop(); // the store has what it accepted
      await original.kill();
      injectedFaults.kills += 1;
      await rm(target, { recursive: true });
      await cp(source, target, { recursive: true, verbatimSymlinks: true });
      injectedFaults.restores += 1;
      original.start();
      replaced.start();
    } while (!stopSignal.aborted);
  },
};
