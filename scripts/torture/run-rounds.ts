import type { Engine } from "./cluster/test-cluster.ts";
import { createFault, type FaultName } from "./faults/create-fault.ts";
import type { Fault } from "./faults/fault.ts";
import type { StoreCommands } from "./faults/store-away.ts";
import { canMount } from "./mounts.ts";
import { ProgressBar } from "./progress-bar.ts";
import { type RoundOutcome, runRound } from "./round.ts";
import { addCounts, emptyCounts, type RoundCounts } from "./round-counts.ts";
import { Random } from "./seeded-random.ts";

/** What the command line asks for. */
export interface TortureOptions {
  readonly engine: Engine;
  readonly nodes: number;
  readonly program: string;
  readonly seconds: number;
  readonly seed: number;
  readonly faults: readonly FaultName[];
  readonly storeCommands: StoreCommands | null;
}

const MIN_LOAD_MS = 3000;
const MAX_LOAD_MS = 20_000;
/** What a round takes beside its load, about: starts, and looking for everything. */
const OVERHEAD_MS = 5000;
const PROGRESS_INTERVAL_MS = 500;
const MAX_SHOWN = 20;

/** Plays rounds until the time is over, each fault in its turn, or something is wrong. Prints figures; true where all was well. */
export async function runRounds({
  engine,
  nodes,
  program,
  seconds,
  seed,
  ...session
}: TortureOptions): Promise<boolean> {
  console.log(`seed ${seed}, ${engine}, ${nodes === 1 ? "1 node" : `${nodes} nodes`}`);
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopped.abort());
  const random = new Random(seed);
  const faults = session.faults
    .map((name) => ({
      name,
      fault: createFault(name, { engine, storeCommands: session.storeCommands }),
      tally: emptyCounts(),
    }))
    .filter(({ name, fault }) => isPossible(name, fault, engine));
  const total = emptyCounts();
  const durationMs = seconds * 1000;
  const end = Date.now() + durationMs;
  const loadMs = Math.min(Math.max(durationMs / faults.length - OVERHEAD_MS, MIN_LOAD_MS), MAX_LOAD_MS);
  const progress = new ProgressBar(durationMs);
  for (let turn = 0; turn < faults.length || Date.now() + loadMs + OVERHEAD_MS <= end; turn++) {
    const one = faults[turn % faults.length];
    if (!one || stopped.signal.aborted) break;
    const showing = setInterval(() => progress.show(`${one.name}, round ${turn + 1}`), PROGRESS_INTERVAL_MS);
    const clusterOptions = { engine, nodes, program };
    const round = { fault: one.fault, clusterOptions, random: random.fork(), loadMs, stop: stopped.signal };
    const outcome = await runRound(round).finally(() => clearInterval(showing));
    progress.clear();
    for (const tally of [one.tally, total]) addCounts(tally, outcome.counts);
    if (outcome.wrong.length === 0) continue;
    printProblems(one.name, outcome);
    break;
  }
  const rows = faults.map(({ name, tally }): [string, RoundCounts] => [name, tally]);
  console.table(Object.fromEntries([...rows, ["all", total]]));
  return total.wrong === 0;
}

/** Says why not. */
function isPossible(name: FaultName, { requirements: needs }: Fault, engine: Engine): boolean {
  const lacking =
    needs.engine !== undefined && needs.engine !== engine
      ? `--engine ${needs.engine}`
      : needs.disk !== null && !canMount
        ? "the right to mount file systems"
        : null;
  if (lacking !== null) console.log(`skipped: ${name}, which needs ${lacking}`);
  return lacking === null;
}

function printProblems(name: FaultName, { wrong, directory }: RoundOutcome): void {
  console.error(`Wrong in a round of ${name}, kept in ${directory}:`);
  for (const sentence of wrong.slice(0, MAX_SHOWN)) console.error(`- ${sentence}`);
  if (wrong.length > MAX_SHOWN) console.error(`- and ${wrong.length - MAX_SHOWN} more`);
}
