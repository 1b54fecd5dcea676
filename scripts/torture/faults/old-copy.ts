import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Fault } from "./fault.ts";
import { letNodesRun } from "./kill.ts";

/**
 * Puts an older copy of a node's directory in its place, as a restore does, while the store stays as it is. The copy is
 * that of a killed node; what the node accepted afterwards is in the store before its directory is replaced.
 */
export const oldCopy: Fault = {
  requirements: { disk: null, canDisconnectMongo: false, settings: { SHUTDOWN_SECONDS: "120" } },
  async inject(context) {
    const { cluster, random, injectedFaults, stopSignal } = context;
    const copy = join(cluster.environment.dataDir, "old-copy");
    do {
      const index = random.integer(0, cluster.nodes.length - 1);
      const [node, directory] = [cluster.nodes[index], cluster.directories[index]];
      if (!node || !directory) return;
      await letNodesRun(context);
      await node.kill();
      injectedFaults.kills += 1;
      await rm(copy, { recursive: true, force: true });
      await mkdir(copy);
      await copyFiles(directory, copy);
      node.start();
      await cluster.waitUntilReady();
      await letNodesRun(context);
      await node.stop();
      await removeFiles(directory, random.chance(0.5));
      await copyFiles(copy, directory);
      injectedFaults.restores += 1;
      node.start();
    } while (!stopSignal.aborted);
  },
};

const JOURNAL = "journal.db";

/** Removes the files but the store's. With `inPlace`, the journal is kept, to be overwritten as block copies do. */
async function removeFiles(directory: string, inPlace: boolean): Promise<void> {
  for (const name of await ownFiles(directory)) if (name !== JOURNAL || !inPlace) await rm(join(directory, name));
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of await ownFiles(from)) await copyFile(join(from, name), join(to, name));
}

/** Returns the names of the files in a node's directory that belong neither to the store nor to recordings. */
async function ownFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith("sightline.db")).map(({ name }) => name);
}
