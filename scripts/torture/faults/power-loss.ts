import { existsSync } from "node:fs";
import { join } from "node:path";
import { corrupt, findUnsyncedTail } from "./corrupt-wal.ts";
import type { Fault, FaultContext } from "./fault.ts";
import { letNodesRun } from "./kill.ts";

const DISK_MEGABYTES = 600;
const WAL_FILES = ["journal.db-wal", "sightline.db-wal"];

/**
 * The power goes: all nodes are killed, what was not synced is lost (where their disk is an image), and the ends of their logs, as far as they
 * were not synced, are spoilt.
 */
export const powerLoss: Fault = {
  requirements: { disk: { megabytes: DISK_MEGABYTES, holds: "everything" }, canDisconnectMongo: false },
  async inject(parts) {
    while (!parts.stopSignal.aborted) {
      await letNodesRun(parts);
      await losePower(parts);
    }
  },
};

async function losePower({ cluster: world, random, injectedFaults: blows }: FaultContext): Promise<void> {
  await Promise.all(world.nodes.map((node) => node.kill()));
  blows.kills += world.nodes.length;
  const logs = world.directories
    .flatMap((directory) => WAL_FILES.map((name) => join(directory, name)))
    .filter(existsSync);
  const tails = logs.map((path) => ({ path, from: findUnsyncedTail(path) }));
  if (world.disk?.isImage) await world.disk.losePower();
  for (const { path, from } of tails) {
    if (from === null || !existsSync(path)) continue;
    corrupt(path, from, random);
    blows.corruptedLogs += 1;
  }
  for (const node of world.nodes) node.start();
}
