import { setTimeout as sleep } from "node:timers/promises";
import { BALANCER_FAIL_TIMEOUT_SECONDS } from "../cluster/balancer.ts";
import type { Fault } from "./fault.ts";

/** Starts take long beside nodes that have all the work they can do. */
const MAX_PAUSE_MS = 100;

/** Restarts the nodes behind a balancer, one after the other, as an upgrade does. Every request must get its 200. */
export const rollingRestart: Fault = {
  requirements: {
    engine: "mongodb",
    minNodes: 2,
    disk: null,
    canDisconnectMongo: false,
    hasBalancer: true,
    settings: { SHUTDOWN_DELAY_SECONDS: "2", SHUTDOWN_SECONDS: "5" },
  },
  maxPauseMs: MAX_PAUSE_MS,
  mustAnswerAll: true,
  async inject({ cluster, injectedFaults, stopSignal }) {
    do {
      for (const node of cluster.nodes) {
        await node.stop();
        injectedFaults.restarts += 1;
        node.start();
        await cluster.waitUntilReady();
        await sleep(2000 * BALANCER_FAIL_TIMEOUT_SECONDS);
      }
    } while (!stopSignal.aborted);
  },
};
