import { mkdir, rename, rm } from "node:fs/promises";
import { linkRecordingFiles } from "../cluster/node-directories.ts";
import type { Fault } from "./fault.ts";
import { letNodesRun } from "./kill.ts";

/** Kills a node for good, and lets another one store what waits in its directory, while a new node takes its place. */
export const takeOver: Fault = {
  requirements: { engine: "mongodb", minNodes: 2, disk: null, canDisconnectMongo: false },
  isRepeatedElsewhere: true,
  async inject(context) {
    const { cluster, random, injectedFaults, stopSignal } = context;
    do {
      await letNodesRun(context);
      const index = random.integer(0, cluster.nodes.length - 1);
      const [node, directory] = [cluster.nodes[index], cluster.directories[index]];
      const survivor = cluster.nodes[(index + 1) % cluster.nodes.length];
      if (!node || !directory || !survivor) return;
      await node.kill();
      injectedFaults.kills += 1;
      const attached = `${directory}-attached`;
      await rename(directory, attached);
      await mkdir(directory);
      await linkRecordingFiles(directory);
      node.start();
      await survivor.runCommand(["journal", "drain", attached]);
      await rm(attached, { recursive: true });
    } while (!stopSignal.aborted);
  },
};
