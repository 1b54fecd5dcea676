import { mkdir, rm } from "node:fs/promises";
import { linkRecordingFiles } from "../cluster/node-directories.ts";
import type { Fault } from "./fault.ts";
import { letNodesRun } from "./kill.ts";

/** A node is killed and its disk is lost: with `DURABILITY=store` the store, which is elsewhere, has all that was answered 200. */
export const nodeLost: Fault = {
  requirements: { engine: "mongodb", disk: null, canDisconnectMongo: false, settings: { DURABILITY: "store" } },
  async inject(parts) {
    const { cluster: world, random, injectedFaults: blows, stopSignal: until } = parts;
    while (!until.aborted) {
      await letNodesRun(parts);
      const place = random.integer(0, world.nodes.length - 1);
      const [node, directory] = [world.nodes[place], world.directories[place]];
      if (!node || !directory) return;
      await node.kill();
      blows.kills += 1;
      await rm(directory, { recursive: true });
      await mkdir(directory);
      await linkRecordingFiles(directory);
      node.start();
    }
  },
};
