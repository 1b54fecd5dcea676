import { setTimeout as sleep } from "node:timers/promises";
import { parseExactly, stringifyExactly } from "../../lib/json/json.ts";
import { pollUntil } from "../../lib/threads/retry.ts";
import { type NormalizedEvent, normalizeEvents } from "../normalize-events.ts";
import type { DeadLetterFilter, DeadLetterReplay, ReplayedGroup, StoredDeadLetter } from "./dead-letters.ts";
import type { JournalDatabase } from "./journal-database.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { readRequestLetter } from "./request-letter.ts";

export interface ReplayOptions {
  readonly now: () => number;
  /** Called with the number of further letters whose outcome is known. */
  readonly onProgress: (count: number) => void;
  /** How long to wait while the drain makes no progress. */
  readonly timeoutMs: number;
}

/** The pause between two batches, or two checks of their outcome: requests are appended to the same file. */
const POLL_INTERVAL_MS = 20;

/** Replays dead letters through the journal and waits. May be interrupted: each is a dead letter or in the journal. */
export async function replayDeadLetters(
  journal: JournalDatabase,
  filter: DeadLetterFilter,
  { now, onProgress, timeoutMs }: ReplayOptions,
) {
  const queue = new WaitingGroups(journal);
  let damaged = 0;
  for await (const { group, damaged: more } of moveBatches(journal, filter, now)) {
    damaged += more;
    if (group) queue.add(group);
    onProgress(more + queue.refresh());
  }
  const hasProgress = () => {
    const known = queue.refresh();
    onProgress(known);
    return known > 0;
  };
  while (queue.waiting > 0 && (await pollUntil(hasProgress, { intervalMs: POLL_INTERVAL_MS, timeoutMs }))) {}
  return { stored: queue.stored, refused: queue.refused + damaged, waiting: queue.waiting };
}

/** Moves about `max` letters to the journal without waiting: the drain finds them within a second. */
export async function moveDeadLetters(
  journal: JournalDatabase,
  filter: DeadLetterFilter,
  { max, now }: { readonly max: number; readonly now: () => number },
): Promise<{ readonly replayed: number; readonly damaged: number }> {
  let [replayed, damaged] = [0, 0];
  for await (const { group, damaged: more } of moveBatches(journal, filter, now)) {
    damaged += more;
    replayed += group?.events.length ?? 0;
    if (replayed + damaged >= max) break;
  }
  return { replayed, damaged };
}

/** Moves letters to the journal, a group at a time. */
async function* moveBatches(journal: JournalDatabase, filter: DeadLetterFilter, now: () => number) {
  for (const batch of journal.deadLetters.batches(filter)) {
    const replays = batch.flatMap((letter) => toReplay(letter, journal));
    yield { group: journal.deadLetters.replay(replays, now()), damaged: batch.length - replays.length };
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Returns nothing for a damaged letter, which stays and gets that as its reason. */
function toReplay(letter: StoredDeadLetter, { deadLetters }: JournalDatabase): DeadLetterReplay[] {
  try {
    return [{ letter, entry: toJournalEntry(letter) }];
  } catch (error) {
    deadLetters.updateReason(letter, `The dead letter is damaged: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

/** Groups of the journal that wait for the drain. Counts what becomes of their events. */
export class WaitingGroups {
  readonly #journal: Pick<JournalDatabase, "firstGroupId" | "deadLetters">;
  readonly #groups: (ReplayedGroup & { readonly bytes: number })[] = [];
  stored = 0;
  refused = 0;
  waiting = 0;
  waitingBytes = 0;

  constructor(journal: Pick<JournalDatabase, "firstGroupId" | "deadLetters">) {
    this.#journal = journal;
  }

  add(group: ReplayedGroup, bytes = 0): void {
    this.#groups.push({ ...group, bytes });
    this.waiting += group.events.length;
    this.waitingBytes += bytes;
  }

  /** Returns how many events were in the groups that have been drained since. */
  refresh(): number {
    const first = this.#journal.firstGroupId() ?? Number.POSITIVE_INFINITY;
    const before = this.waiting;
    for (let next = this.#groups[0]; next && next.group < first; next = this.#groups[0]) {
      const refused = next.events.filter((event) => this.#journal.deadLetters.has(event)).length;
      this.refused += refused;
      this.stored += next.events.length - refused;
      this.waiting -= next.events.length;
      this.waitingBytes -= next.bytes;
      this.#groups.shift();
    }
    return before - this.waiting;
  }
}

/** Returns the request that brings a dead letter's event again, unchanged. Throws if the letter is damaged. */
export function toJournalEntry(letter: StoredDeadLetter): JournalEntry {
  const request = readRequestLetter(letter);
  if (request) return request;
  const { projectId, event: json } = letter;
  const { uuid, event, distinctId, timestamp, receivedAt, client, properties } = parseExactly(json) as NormalizedEvent;
  const times = {
    timestamp: new Date(client?.time ?? timestamp).toISOString(),
    ...(client && { sent_at: new Date(receivedAt - client.lag).toISOString() }),
  };
  const fields = { uuid, event, distinct_id: distinctId, ...times, properties };
  const body = Buffer.from(stringifyExactly(fields));
  const entry: JournalEntry = { projectId, receivedAt, seed: uuid, operation: "capture", body };
  const { events } = normalizeEvents(entry, { group: 0, index: 0 });
  if (events.length === 0) throw new Error("The event has no name or no distinct id.");
  return entry;
}
