import { setTimeout as sleep } from "node:timers/promises";
import { pollUntil } from "../../retry.ts";
import { parseExactly, stringifyExactly } from "../../values/json.ts";
import type { DeadLetterFilter, DeadLetterReplay, ReplayedGroup, StoredDeadLetter } from "../journal/dead-letters.ts";
import type { JournalDatabase } from "../journal/journal-database.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { type NormalizedEvent, normalizeEvents } from "../normalize-events.ts";

export interface ReplayOptions {
  readonly now: () => number;
  /** Is told of how many more it is known what became of them. */
  readonly onProgress: (letters: number) => void;
  /** How long to wait for the drain while it takes nothing. */
  readonly timeoutMs: number;
}

export interface ReplayResult {
  readonly stored: number;
  /** Dead letters again, with their new reasons. */
  readonly refused: number;
  /** In the journal still: stored when a service runs and its store is there. */
  readonly waiting: number;
}

/** Between two portions, and two looks at what became of them: requests are appended to the same file. */
const POLL_INTERVAL_MS = 20;

/**
 * Puts dead letters back into the journal, from which a drain takes them as it takes what comes, and waits for what becomes of them. May be ended at any
 * point: each is a dead letter or in the journal, never in both, never in neither.
 */
export async function replayDeadLetters(
  journal: JournalDatabase,
  filter: DeadLetterFilter,
  { now, onProgress, timeoutMs }: ReplayOptions,
): Promise<ReplayResult> {
  const queue = new ReplayQueue(journal);
  let damaged = 0;
  for (const portion of journal.deadLetters.batches(filter)) {
    const replays = portion.flatMap((letter) => toReplay(letter, journal));
    damaged += portion.length - replays.length;
    const group = journal.deadLetters.replay(replays, now());
    if (group) queue.add(group);
    onProgress(portion.length - replays.length + queue.refresh());
    await sleep(POLL_INTERVAL_MS);
  }
  const hasProgress = () => {
    const known = queue.refresh();
    onProgress(known);
    return known > 0;
  };
  while (queue.waiting > 0 && (await pollUntil(hasProgress, { intervalMs: POLL_INTERVAL_MS, timeoutMs }))) {}
  return { stored: queue.stored, refused: queue.refused + damaged, waiting: queue.waiting };
}

/** None where the letter is damaged: then it stays, and says so. */
function toReplay(letter: StoredDeadLetter, { deadLetters }: JournalDatabase): DeadLetterReplay[] {
  try {
    return [{ letter, entry: toJournalEntry(letter) }];
  } catch (error) {
    deadLetters.updateReason(letter, `The dead letter is damaged: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

/** The groups that wait in the journal, which leave it in their order. */
class ReplayQueue {
  readonly #journal: JournalDatabase;
  readonly #groups: ReplayedGroup[] = [];
  stored = 0;
  refused = 0;
  waiting = 0;

  constructor(journal: JournalDatabase) {
    this.#journal = journal;
  }

  add(group: ReplayedGroup): void {
    this.#groups.push(group);
    this.waiting += group.events.length;
  }

  /** Gives of how many more events it is known what became of them: dead letters again, or stored. */
  refresh(): number {
    const first = this.#journal.firstGroupId() ?? Number.POSITIVE_INFINITY;
    const before = this.waiting;
    for (let next = this.#groups[0]; next && next.group < first; next = this.#groups[0]) {
      const refused = next.events.filter((event) => this.#journal.deadLetters.has(event)).length;
      this.refused += refused;
      this.stored += next.events.length - refused;
      this.waiting -= next.events.length;
      this.#groups.shift();
    }
    return before - this.waiting;
  }
}

/** The request that brings a dead letter's event once more, the same in all that is kept of it. Throws where the letter is damaged. */
export function toJournalEntry({ projectId, event: text }: StoredDeadLetter): JournalEntry {
  const { uuid, event, distinctId, timestamp, receivedAt, properties } = parseExactly(text) as NormalizedEvent;
  const body = { uuid, event, distinct_id: distinctId, timestamp: new Date(timestamp).toISOString(), properties };
  const entry = {
    projectId,
    receivedAt,
    seed: uuid,
    operation: "capture",
    body: Buffer.from(stringifyExactly(body)),
  } as const;
  const { events } = normalizeEvents(entry, { group: 0, index: 0 });
  if (events.length === 0) throw new Error("The event has no name or no distinct id.");
  return entry;
}
