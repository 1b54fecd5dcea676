import { type FaultName, faultNamed } from "./faults/all.ts";
import type { Fault } from "./faults/fault.ts";
import type { StoreCommands } from "./faults/store-away.ts";
import { mayMount } from "./mounts.ts";
import { Progress } from "./progress.ts";
import { Random } from "./random.ts";
import { type Outcome, playRound } from "./round.ts";
import { add, emptyTally, type Tally } from "./tally.ts";
import type { Engine } from "./world/world.ts";

/** What the command line asks for. */
export interface Session {
  readonly engine: Engine;
  readonly nodes: number;
  readonly program: string;
  readonly seconds: number;
  readonly seed: number;
  readonly faults: readonly FaultName[];
  readonly commands: StoreCommands | null;
}

const SHORTEST_LOAD_MS = 3000;
const LONGEST_LOAD_MS = 20_000;
/** What a round takes beside its load, about: starts, and looking for everything. */
const OVERHEAD_MS = 5000;
const SHOW_MS = 500;
const MOST_SHOWN = 20;

/** Plays rounds until the time is over, each fault in its turn, or something is wrong. Prints figures; true where all was well. */
export async function torture({ engine, nodes, program, seconds, seed, ...session }: Session): Promise<boolean> {
  console.log(`seed ${seed}, ${engine}, ${nodes === 1 ? "1 node" : `${nodes} nodes`}`);
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopped.abort());
  const random = new Random(seed);
  const faults = session.faults
    .map((name) => ({ name, fault: faultNamed(name, { engine, commands: session.commands }), tally: emptyTally() }))
    .filter(({ name, fault }) => isPossible(name, fault, engine));
  const total = emptyTally();
  const durationMs = seconds * 1000;
  const end = Date.now() + durationMs;
  const loadMs = Math.min(Math.max(durationMs / faults.length - OVERHEAD_MS, SHORTEST_LOAD_MS), LONGEST_LOAD_MS);
  const progress = new Progress(durationMs);
  for (let turn = 0; turn < faults.length || Date.now() + loadMs + OVERHEAD_MS <= end; turn++) {
    const one = faults[turn % faults.length];
    if (!one || stopped.signal.aborted) break;
    const showing = setInterval(() => progress.show(`${one.name}, round ${turn + 1}`), SHOW_MS);
    const wishes = { engine, nodes, program };
    const round = { fault: one.fault, wishes, random: random.fork(), loadMs, stop: stopped.signal };
    const outcome = await playRound(round).finally(() => clearInterval(showing));
    progress.clear();
    for (const tally of [one.tally, total]) add(tally, outcome.tally);
    if (outcome.wrong.length === 0) continue;
    tellWrong(one.name, outcome);
    break;
  }
  const rows = faults.map(({ name, tally }): [string, Tally] => [name, tally]);
  console.table(Object.fromEntries([...rows, ["all", total]]));
  return total.wrong === 0;
}

/** Says why not. */
function isPossible(name: FaultName, { needs }: Fault, engine: Engine): boolean {
  const lacking =
    needs.engine !== undefined && needs.engine !== engine
      ? `--engine ${needs.engine}`
      : needs.disk !== null && !mayMount
        ? "the right to mount file systems"
        : null;
  if (lacking !== null) console.log(`skipped: ${name}, which needs ${lacking}`);
  return lacking === null;
}

function tellWrong(name: FaultName, { wrong, directory }: Outcome): void {
  console.error(`Wrong in a round of ${name}, kept in ${directory}:`);
  for (const sentence of wrong.slice(0, MOST_SHOWN)) console.error(`- ${sentence}`);
  if (wrong.length > MOST_SHOWN) console.error(`- and ${wrong.length - MOST_SHOWN} more`);
}
