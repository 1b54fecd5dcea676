import { setTimeout as sleep } from "node:timers/promises";
import { findCanary, findUnplanted, printPlaces } from "../erasure/canary-places.ts";
import { findRemains } from "../erasure/check-erased.ts";
import { isErased, REPEAT_TIMEOUT_MS, requestErasure, waitUntilErased } from "../erasure/erase-subject.ts";
import { whileEventsLeave } from "../erasure/hasten-leaving.ts";
import { plantCanary } from "../erasure/plant-canary.ts";
import { ReturningVisitor } from "../erasure/returning-visitor.ts";
import { Subject } from "../erasure/subject.ts";
import type { Fault, FaultContext } from "./fault.ts";

const FLUSH_BYTES = 20_000;
/** Otherwise a journal may be minutes behind its store, and an erasure waits until it is stored. */
const MAX_PAUSE_MS = 3000;
const KILLS = 3;
const MAX_UPTIME_MS = 1500;
const ABSENCE_MS = 3000;

/**
 * Erases a person while others send events, which leave the store, and nodes are killed. All nodes but the first are
 * absent when it begins, and have events of the person in their journals. No byte of the person may be left, and all
 * that its distinct id sends later must be there.
 */
export const erasure: Fault = {
  requirements: {
    disk: null,
    canDisconnectMongo: true,
    settings: {
      RECORDING_FLUSH_BYTES: String(FLUSH_BYTES),
      RECORDING_INGESTION_LIMIT_SECONDS: "3600",
      HISTORY_INTERVAL_SECONDS: "1",
      EVENT_STORE_SECONDS: "1",
    },
  },
  maxPauseMs: MAX_PAUSE_MS,
  inject: eraseUnderLoad,
};

async function eraseUnderLoad(context: FaultContext): Promise<void> {
  const { cluster, wrong } = context;
  const subject = new Subject();
  try {
    const erasedUuid = await plantCanary(context, subject, FLUSH_BYTES);
    const before = await findCanary(cluster, subject.canary);
    wrong.push(...findUnplanted(before, cluster));
    const seconds = await whileEventsLeave(cluster, () => erase(context, subject, erasedUuid));
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    const after = await findCanary(cluster, subject.canary);
    printPlaces(before, after);
    console.log(`erased ${seconds.toFixed(1)} s after the last start`);
    wrong.push(...[...after].map(([place, count]) => `after the erasure, the canary is ${count} times in ${place}`));
    for (const node of cluster.nodes) node.start();
    await cluster.waitUntilReady();
    await context.load.stop(REPEAT_TIMEOUT_MS);
    await cluster.waitUntilStored();
    wrong.push(...(await findRemains(cluster, subject, erasedUuid)));
  } finally {
    for (const node of cluster.nodes) node.start();
  }
}

/** Starts the nodes, erases the person, and kills nodes. Returns how many seconds it took after the last start. */
async function erase(context: FaultContext, subject: Subject, uuid: string): Promise<number> {
  const { cluster, load, random, wrong } = context;
  const [first, ...others] = cluster.nodes;
  first?.start();
  const names = [subject.id, subject.anonymousId, uuid];
  const erasureId = await requestErasure(cluster, names[random.integer(0, names.length - 1)] ?? "");
  const returning = new ReturningVisitor(subject.id, load.ledger, cluster);
  await killRepeatedly(context, 1);
  if (others.length > 0) {
    await sleep(ABSENCE_MS);
    if (await isErased(cluster, erasureId)) wrong.push("the erasure is completed although nodes are absent");
    for (const node of others) node.start();
    await killRepeatedly(context, cluster.nodes.length);
  }
  await returning.stop();
  return waitUntilErased(cluster, load, erasureId);
}

/** Kills random ones of the first nodes, and restarts them. */
async function killRepeatedly({ cluster, random, injectedFaults }: FaultContext, count: number): Promise<void> {
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(random.integer(0, MAX_UPTIME_MS));
    const node = cluster.nodes[random.integer(0, count - 1)];
    await node?.kill();
    injectedFaults.kills += 1;
    node?.start();
  }
}
