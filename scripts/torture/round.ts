import { check } from "./check/check.ts";
import type { Fault } from "./faults/fault.ts";
import { startLoad } from "./load/load.ts";
import type { Random } from "./random.ts";
import { add, emptyTally, type Tally } from "./tally.ts";
import { World, type WorldWishes } from "./world/world.ts";

const REPEAT_PATIENCE_MS = 120_000;

export interface RoundParts {
  readonly fault: Fault;
  readonly wishes: Pick<WorldWishes, "engine" | "program" | "nodes">;
  readonly random: Random;
  readonly loadMs: number;
  /** Ends the load early. */
  readonly stop: AbortSignal;
}

export interface Outcome {
  readonly tally: Tally;
  /** What was wrong, in sentences. */
  readonly wrong: readonly string[];
  /** Where everything is kept where something was wrong. */
  readonly directory: string;
}

/** One world, with load and a fault for a while; then everything that was sent is looked for. */
export async function playRound({ fault, wishes, random, loadMs, stop }: RoundParts): Promise<Outcome> {
  const world = await World.open({ ...wishes, ...fault.needs });
  const tally = { ...emptyTally(), rounds: 1 };
  const wrong: string[] = [];
  try {
    await world.untilReady();
    const bases = world.nodes.map(({ base }) => base);
    const load = startLoad(bases, world.project.apiKey, random.fork());
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), loadMs);
    const end = () => ended.abort();
    stop.addEventListener("abort", end);
    try {
      await fault.happen({ world, random, blows: tally, until: ended.signal });
    } finally {
      clearTimeout(timer);
      stop.removeEventListener("abort", end);
      await load.stop(REPEAT_PATIENCE_MS);
    }
    await world.untilStored();
    const findings = await check(load, world);
    wrong.push(...findings.wrong, ...load.refusals.unexpected);
    const { refused, unanswered } = load.refusals;
    add(tally, { ...findings.figures, refused, unanswered });
  } catch (error) {
    wrong.push(String(error));
  }
  wrong.push(...world.deaths);
  await world.close(wrong.length > 0);
  add(tally, { wrong: wrong.length });
  return { tally, wrong, directory: world.place.dataDir };
}
