import { ProgressBar } from "../progress-bar.ts";
import { Random } from "../seeded-random.ts";
import { type BalancerName, findBalancer } from "./cluster/balancer.ts";
import type { ClusterOptions, Engine } from "./cluster/test-cluster.ts";
import { createFault, type FaultName } from "./faults/create-fault.ts";
import type { Fault } from "./faults/fault.ts";
import type { OutageMs } from "./faults/repeat-outages.ts";
import type { StoreCommands } from "./faults/store-away.ts";
import { canMount } from "./mounts.ts";
import { type RoundOutcome, runRound } from "./round.ts";
import { addCounts, emptyCounts, type RoundCounts } from "./round-counts.ts";

/** The options of the command line. */
export interface TortureOptions {
  readonly engine: Engine;
  readonly files: ClusterOptions["files"];
  readonly nodes: number;
  readonly program: string;
  readonly seconds: number;
  readonly seed: number;
  readonly faults: readonly FaultName[];
  readonly storeCommands: StoreCommands | null;
  readonly outageMs: OutageMs;
  readonly balancer: BalancerName;
}

const MIN_LOAD_MS = 3000;
const MAX_LOAD_MS = 20_000;
/** The approximate time of a round in addition to its load, for starting and checking. */
const OVERHEAD_MS = 5000;
const PROGRESS_INTERVAL_MS = 500;
const MAX_SHOWN = 20;

/**
 * Runs rounds with each fault in turn until the time is over or a check fails. Prints the counts. Returns whether all
 * passed.
 */
export async function runRounds({
  engine,
  files,
  nodes,
  program,
  seconds,
  seed,
  balancer,
  outageMs,
  ...options
}: TortureOptions): Promise<boolean> {
  console.log(`seed ${seed}, ${engine}, ${nodes === 1 ? "1 node" : `${nodes} nodes`}`);
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopped.abort());
  const random = new Random(seed);
  const faults = options.faults
    .map((name) => ({
      name,
      fault: createFault(name, { engine, storeCommands: options.storeCommands, outageMs }),
      counts: emptyCounts(),
    }))
    .filter(({ name, fault }) => isPossible(name, fault, { engine, files, nodes, balancer }));
  const total = emptyCounts();
  const durationMs = seconds * 1000;
  const end = Date.now() + durationMs;
  const maxLoadMs = MAX_LOAD_MS + (outageMs ?? 0);
  const loadMs = Math.min(Math.max(durationMs / faults.length - OVERHEAD_MS, MIN_LOAD_MS), maxLoadMs);
  const progress = new ProgressBar(durationMs);
  for (let index = 0; index < faults.length || Date.now() + loadMs + OVERHEAD_MS <= end; index++) {
    const current = faults[index % faults.length];
    if (!current || stopped.signal.aborted) break;
    const showing = setInterval(() => progress.show(`${current.name}, round ${index + 1}`), PROGRESS_INTERVAL_MS);
    const clusterOptions = { engine, files, nodes, program, balancer };
    const round = { fault: current.fault, clusterOptions, random: random.fork(), loadMs, stop: stopped.signal };
    const outcome = await runRound(round).finally(() => clearInterval(showing));
    progress.clear();
    for (const counts of [current.counts, total]) addCounts(counts, outcome.counts);
    if (outcome.wrong.length === 0) continue;
    printProblems(current.name, outcome);
    break;
  }
  const rows = faults.map(({ name, counts }): [string, RoundCounts] => [name, counts]);
  console.table(Object.fromEntries([...rows, ["all", total]]));
  return total.wrong === 0;
}

/** Returns whether the fault can run here. Prints the reason if it cannot. */
function isPossible(
  name: FaultName,
  { requirements }: Fault,
  { engine, files, nodes, balancer }: Pick<TortureOptions, "engine" | "files" | "nodes" | "balancer">,
): boolean {
  const { minNodes = 1 } = requirements;
  const missing =
    requirements.engine !== undefined && requirements.engine !== engine
      ? `--engine ${requirements.engine}`
      : requirements.files !== undefined && requirements.files !== files
        ? `--files ${requirements.files}`
        : nodes < minNodes
          ? `--nodes ${minNodes}`
          : requirements.disk !== null && !canMount
            ? "the right to mount file systems"
            : requirements.hasBalancer && findBalancer(balancer) === null
              ? `${balancer}, or ${balancer.toUpperCase()}_PROGRAM`
              : null;
  if (missing !== null) console.log(`skipped: ${name}, which needs ${missing}`);
  return missing === null;
}

function printProblems(name: FaultName, { wrong, directory }: RoundOutcome): void {
  console.error(`Wrong in a round of ${name}, kept in ${directory}:`);
  for (const sentence of wrong.slice(0, MAX_SHOWN)) console.error(`- ${sentence}`);
  if (wrong.length > MAX_SHOWN) console.error(`- and ${wrong.length - MAX_SHOWN} more`);
}
