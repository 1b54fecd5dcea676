import { join } from "node:path";
import { checkRestored, promiseNow } from "../check/check-restored.ts";
import type { Fault } from "./fault.ts";
import { randomPause } from "./random-pause.ts";

const MIN_UPTIME_MS = 1000;
const MAX_UPTIME_MS = 3000;
/** A backup takes long beside nodes that have all the work they can do. */
const MAX_PAUSE_MS = 1000;
const REPEAT_TIMEOUT_MS = 300_000;

/**
 * Backs all nodes up while they run, restores the backups from nothing, and finds in them every event that was answered
 * before they began. The journals of other nodes are copied first: what they store meanwhile is in the documents.
 */
export const backup: Fault = {
  requirements: { disk: null, canDisconnectMongo: false },
  maxPauseMs: MAX_PAUSE_MS,
  async inject(context) {
    const { cluster, load, injectedFaults, wrong } = context;
    await randomPause(context, MIN_UPTIME_MS, MAX_UPTIME_MS);
    const promised = promiseNow(load);
    const directoryOf = (index: number) => join(cluster.environment.dataDir, `backup-${index}`);
    for (const [index, node] of [...cluster.nodes.entries()].reverse()) {
      await node.runCommand(["backup", directoryOf(index), ...(index === 0 ? [] : ["--journal-only"])]);
    }
    await load.stop(REPEAT_TIMEOUT_MS);
    const restored = await cluster.openRestored(async (runCommand, index) => {
      await runCommand(["verify", directoryOf(index)]);
      await runCommand(["restore", directoryOf(index)]);
    });
    injectedFaults.restores += 1;
    try {
      await restored.waitUntilReady();
      await restored.waitUntilStored();
      wrong.push(...(await checkRestored(promised, restored)), ...restored.unexpectedExits);
    } finally {
      await restored.close(wrong.length > 0);
    }
  },
};
