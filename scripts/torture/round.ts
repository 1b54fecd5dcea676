import { checkStored } from "./check/check-stored.ts";
import { type ClusterOptions, TestCluster } from "./cluster/test-cluster.ts";
import type { Fault } from "./faults/fault.ts";
import { startLoad } from "./load/load.ts";
import { addCounts, emptyCounts, type RoundCounts } from "./round-counts.ts";
import type { Random } from "./seeded-random.ts";

const REPEAT_TIMEOUT_MS = 120_000;

export interface RoundOptions {
  readonly fault: Fault;
  readonly clusterOptions: Pick<ClusterOptions, "engine" | "program" | "nodes">;
  readonly random: Random;
  readonly loadMs: number;
  /** Ends the load early. */
  readonly stop: AbortSignal;
}

export interface RoundOutcome {
  readonly counts: RoundCounts;
  /** What was wrong, in sentences. */
  readonly wrong: readonly string[];
  /** Where everything is kept where something was wrong. */
  readonly directory: string;
}

/** One world, with load and a fault for a while; then everything that was sent is looked for. */
export async function runRound({
  fault,
  clusterOptions: wishes,
  random,
  loadMs,
  stop,
}: RoundOptions): Promise<RoundOutcome> {
  const world = await TestCluster.open({ ...wishes, ...fault.requirements });
  const tally = { ...emptyCounts(), rounds: 1 };
  const wrong: string[] = [];
  try {
    await world.waitUntilReady();
    const bases = world.nodes.map(({ base }) => base);
    const load = startLoad(bases, world.project.apiKey, random.fork());
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), loadMs);
    const end = () => ended.abort();
    stop.addEventListener("abort", end);
    try {
      await fault.inject({ cluster: world, random, injectedFaults: tally, stopSignal: ended.signal });
    } finally {
      clearTimeout(timer);
      stop.removeEventListener("abort", end);
      await load.stop(REPEAT_TIMEOUT_MS);
    }
    await world.waitUntilStored();
    const findings = await checkStored(load, world);
    wrong.push(...findings.wrong, ...load.refusals.unexpected);
    const { refused, unanswered } = load.refusals;
    addCounts(tally, { ...findings.figures, refused, unanswered });
  } catch (error) {
    wrong.push(String(error));
  }
  wrong.push(...world.unexpectedExits);
  await world.close(wrong.length > 0);
  addCounts(tally, { wrong: wrong.length });
  return { counts: tally, wrong, directory: world.environment.dataDir };
}
