import type { Random } from "../seeded-random.ts";
import { checkStored } from "./check/check-stored.ts";
import { type ClusterOptions, TestCluster } from "./cluster/test-cluster.ts";
import type { Fault } from "./faults/fault.ts";
import { startLoad } from "./load/load.ts";
import { addCounts, emptyCounts, type RoundCounts } from "./round-counts.ts";

const REPEAT_TIMEOUT_MS = 300_000;

export interface RoundOptions {
  readonly fault: Fault;
  readonly clusterOptions: Pick<ClusterOptions, "engine" | "files" | "program" | "nodes" | "balancer">;
  readonly random: Random;
  readonly loadMs: number;
  /** Ends the load early. */
  readonly stop: AbortSignal;
}

export interface RoundOutcome {
  readonly counts: RoundCounts;
  /** The violations, as sentences. */
  readonly wrong: readonly string[];
  /** The directory with all data, which is kept if there are violations. */
  readonly directory: string;
}

/** Creates a cluster, runs load and a fault for a while, and then checks everything that was sent. */
export async function runRound({ fault, clusterOptions, random, loadMs, stop }: RoundOptions): Promise<RoundOutcome> {
  const cluster = await TestCluster.open({ ...clusterOptions, random: random.fork(), ...fault.requirements });
  const counts = { ...emptyCounts(), rounds: 1 };
  const wrong: string[] = [];
  try {
    await cluster.waitUntilReady();
    const load = startLoad(cluster.bases, cluster.project.apiKey, random.fork(), fault.maxPauseMs);
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), loadMs);
    const abort = () => ended.abort();
    let faultEnd = 0;
    stop.addEventListener("abort", abort);
    try {
      await fault.inject({ cluster, load, random, injectedFaults: counts, wrong, stopSignal: ended.signal });
    } finally {
      clearTimeout(timer);
      stop.removeEventListener("abort", abort);
      faultEnd = performance.now();
      await load.stop(REPEAT_TIMEOUT_MS);
    }
    await cluster.waitUntilStored();
    const caughtUpMs = Math.round(performance.now() - faultEnd);
    const findings = await checkStored(load, cluster, fault.isRepeatedElsewhere);
    wrong.push(...findings.wrong, ...load.refusals.unexpected);
    const { refused, unanswered, longestGapMs } = load.refusals;
    if (fault.mustAnswerAll && refused + unanswered > 0)
      wrong.push(`${refused} requests were answered with 503, and ${unanswered} with nothing`);
    addCounts(counts, { ...findings.figures, refused, unanswered, longestGapMs, caughtUpMs });
  } catch (error) {
    wrong.push(String(error));
  }
  wrong.push(...cluster.unexpectedExits);
  await cluster.close(wrong.length > 0);
  addCounts(counts, { wrong: wrong.length });
  return { counts, wrong, directory: cluster.environment.dataDir };
}
