import { existsSync } from "node:fs";
import { join } from "node:path";
import { corrupt, findUnsyncedTail } from "./corrupt-wal.ts";
import type { Fault, FaultContext } from "./fault.ts";
import { letNodesRun } from "./kill.ts";

const DISK_MEGABYTES = 600;
const WAL_FILES = ["journal.db-wal", "sightline.db-wal"];

/**
 * Cuts the power: kills all nodes, discards unsynced data (if the disk is an image), and damages the unsynced ends of
 * their logs.
 */
export const powerLoss: Fault = {
  requirements: { disk: { megabytes: DISK_MEGABYTES, holds: "everything" }, canDisconnectMongo: false },
  async inject(context) {
    while (!context.stopSignal.aborted) {
      await letNodesRun(context);
      await losePower(context);
    }
  },
};

async function losePower({ cluster, random, injectedFaults }: FaultContext): Promise<void> {
  await Promise.all(cluster.nodes.map((node) => node.kill()));
  injectedFaults.kills += cluster.nodes.length;
  const logs = cluster.directories
    .flatMap((directory) => WAL_FILES.map((name) => join(directory, name)))
    .filter(existsSync);
  const tails = logs.map((path) => ({ path, from: findUnsyncedTail(path) }));
  if (cluster.disk?.isImage) await cluster.disk.losePower();
  for (const { path, from } of tails) {
    if (from === null || !existsSync(path)) continue;
    corrupt(path, from, random);
    injectedFaults.corruptedLogs += 1;
  }
  for (const node of cluster.nodes) node.start();
}
