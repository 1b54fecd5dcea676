import { setTimeout as sleep } from "node:timers/promises";
import type { JournalDatabase } from "../journal/database.ts";
import type { KeptLetter, LetterFilter, Replay, ReplayedGroup } from "../journal/dead-letters.ts";
import { entryOf } from "./entry.ts";

export interface ReplayOptions {
  readonly now: () => number;
  /** Is told of how many more it is known what became of them. */
  readonly advance: (letters: number) => void;
  /** How long to wait for the drain while it takes nothing. */
  readonly patienceMs: number;
}

export interface Replayed {
  readonly stored: number;
  /** Dead letters again, with their new reasons. */
  readonly refused: number;
  /** In the journal: stored as soon as a service runs and its store is there. */
  readonly waiting: number;
}

const POLL_MS = 50;

/**
 * Puts dead letters back into the journal, from where the service's drain takes them as it takes what comes, and waits for what becomes of them. May be
 * ended at any point: each is a dead letter or in the journal, never in both, never in neither.
 */
export async function replayDeadLetters(
  journal: JournalDatabase,
  filter: LetterFilter,
  { now, advance, patienceMs }: ReplayOptions,
): Promise<Replayed> {
  const queued: ReplayedGroup[] = [];
  const total = { stored: 0, refused: 0 };
  for (const portion of journal.deadLetters.portions(filter)) {
    const replays = portion.flatMap((letter) => replayOf(letter, journal));
    const damaged = portion.length - replays.length;
    total.refused += damaged;
    advance(damaged);
    const group = journal.deadLetters.replay(replays, now());
    if (group) queued.push(group);
  }
  for (let end = now() + patienceMs; queued.length > 0 && now() < end; await sleep(POLL_MS)) {
    const first = journal.firstGroup() ?? Number.POSITIVE_INFINITY;
    for (let next = queued[0]; next && next.group < first; next = queued[0]) {
      const refused = next.events.filter((event) => journal.deadLetters.has(event)).length;
      total.refused += refused;
      total.stored += next.events.length - refused;
      advance(next.events.length);
      queued.shift();
      end = now() + patienceMs;
    }
  }
  return { ...total, waiting: queued.reduce((sum, { events }) => sum + events.length, 0) };
}

/** None where the letter is damaged: then it stays, and says so. */
function replayOf(letter: KeptLetter, { deadLetters }: JournalDatabase): Replay[] {
  try {
    return [{ letter, entry: entryOf(letter) }];
  } catch (error) {
    deadLetters.blame(letter, `The dead letter is damaged: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}
