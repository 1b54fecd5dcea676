import { type FaultName, faultNamed } from "./faults/all.ts";
import type { StoreCommands } from "./faults/store-away.ts";
import { mayMount } from "./mounts.ts";
import { Progress } from "./progress.ts";
import { Random } from "./random.ts";
import { playRound } from "./round.ts";
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
export async function torture(session: Session): Promise<boolean> {
  const { engine, nodes, program, seconds, seed, commands } = session;
  console.log(`seed ${seed}, ${engine}, ${nodes === 1 ? "1 node" : `${nodes} nodes`}`);
  const random = new Random(seed);
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopped.abort());
  const faults = session.faults.map((name) => ({
    name,
    fault: faultNamed(name, { engine, commands }),
    tally: emptyTally(),
  }));
  const possible = faults.filter(({ name, fault }) => {
    const isPossible = fault.needs.disk === null || mayMount;
    if (!isPossible) console.log(`skipped: ${name}, which needs the right to mount file systems`);
    return isPossible;
  });
  const total = emptyTally();
  const end = Date.now() + seconds * 1000;
  const loadMs = Math.min(
    Math.max((seconds * 1000) / possible.length - OVERHEAD_MS, SHORTEST_LOAD_MS),
    LONGEST_LOAD_MS,
  );
  const progress = new Progress(seconds * 1000);
  for (let turn = 0; turn < possible.length || Date.now() + loadMs + OVERHEAD_MS <= end; turn++) {
    const one = possible[turn % possible.length];
    if (!one || stopped.signal.aborted) break;
    const showing = setInterval(() => progress.show(`${one.name}, round ${turn + 1}`), SHOW_MS);
    const wishes = { engine, nodes, program, settings: {} };
    const outcome = await playRound({ fault: one.fault, wishes, random: random.fork(), loadMs, stop: stopped.signal });
    clearInterval(showing);
    progress.clear();
    for (const tally of [one.tally, total]) add(tally, outcome.tally);
    if (outcome.wrong.length === 0) continue;
    console.error(`Wrong in a round of ${one.name}, kept in ${outcome.directory}:`);
    for (const sentence of outcome.wrong.slice(0, MOST_SHOWN)) console.error(`- ${sentence}`);
    if (outcome.wrong.length > MOST_SHOWN) console.error(`- and ${outcome.wrong.length - MOST_SHOWN} more`);
    break;
  }
  console.table(
    Object.fromEntries([...possible.map(({ name, tally }): [string, Tally] => [name, tally]), ["all", total]]),
  );
  return total.wrong === 0;
}
