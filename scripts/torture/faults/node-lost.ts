import { mkdir, rm } from "node:fs/promises";
import { linkRecordingFiles } from "../cluster/node-directories.ts";
import type { Fault } from "./fault.ts";
import { letNodesRun } from "./kill.ts";

/** Kills a node and deletes its directory. With `DURABILITY=store` the external store has all acknowledged events. */
export const nodeLost: Fault = {
  requirements: { engine: "mongodb", disk: null, canDisconnectMongo: false, settings: { DURABILITY: "store" } },
  async inject(context) {
    const { cluster, random, injectedFaults, stopSignal } = context;
    while (!stopSignal.aborted) {
      await letNodesRun(context);
      const index = random.integer(0, cluster.nodes.length - 1);
      const [node, directory] = [cluster.nodes[index], cluster.directories[index]];
      if (!node || !directory) return;
      await node.kill();
      injectedFaults.kills += 1;
      await rm(directory, { recursive: true });
      await mkdir(directory);
      await linkRecordingFiles(directory);
      node.start();
    }
  },
};
