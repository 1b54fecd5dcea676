import { mkdir, rename, rm } from "node:fs/promises";
import { checkStored } from "../check/check-stored.ts";
import { linkRecordingFiles } from "../cluster/node-directories.ts";
import type { Fault, FaultContext } from "./fault.ts";
import { randomPause } from "./random-pause.ts";

const REPEAT_TIMEOUT_MS = 300_000;
const MAX_UPTIME_MS = 1500;
/** Starts take long beside nodes that have all the work they can do. */
const MAX_PAUSE_MS = 100;

/**
 * Kills a node for good, while a new node takes its place. Another one stores what waits in its directory: half of the
 * time at once, otherwise at the end, when all that is missing must be in these directories.
 */
export const takeOver: Fault = {
  requirements: { engine: "mongodb", minNodes: 2, disk: null, canDisconnectMongo: false },
  maxPauseMs: MAX_PAUSE_MS,
  isRepeatedElsewhere: true,
  async inject(context) {
    const { cluster, random, injectedFaults, stopSignal } = context;
    const lostDirectories: string[] = [];
    do {
      await cluster.waitUntilReady(); // before, a new node has no journal that could be taken over
      await randomPause(context, 0, MAX_UPTIME_MS);
      const index = random.integer(0, cluster.nodes.length - 1);
      const [node, directory] = [cluster.nodes[index], cluster.directories[index]];
      if (!node || !directory) return;
      await node.kill();
      injectedFaults.kills += 1;
      const lost = `${directory}-lost-${injectedFaults.kills}`;
      await rename(directory, lost);
      await mkdir(directory);
      await linkRecordingFiles(directory);
      node.start();
      if (random.chance(0.5)) await attach(lost, (index + 1) % cluster.nodes.length, context);
      else lostDirectories.push(lost);
    } while (!stopSignal.aborted);
    await countMissing(lostDirectories.length, context);
    for (const lost of lostDirectories) await attach(lost, 0, context);
  },
};

/** Lets a node store what waits in the directory of a lost one. */
async function attach(directory: string, index: number, { cluster }: FaultContext): Promise<void> {
  await cluster.nodes[index]?.runCommand(["journal", "drain", directory]);
  await rm(directory, { recursive: true });
}

/** Prints how many events would be lost with the directories. */
async function countMissing(directories: number, { cluster, load }: FaultContext): Promise<void> {
  await load.stop(REPEAT_TIMEOUT_MS);
  await cluster.waitUntilStored();
  const { figures } = await checkStored(load, cluster, true);
  console.log(`${figures.lost} of ${figures.acknowledged} acknowledged events are only on ${directories} lost disks`);
}
