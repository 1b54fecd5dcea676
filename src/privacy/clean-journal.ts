import type { DeadLetters } from "../ingest/journal/dead-letters.ts";
import { subjectOf } from "../ingest/journal/letter-subject.ts";
import type { Millis } from "../store/ports/common.ts";
import type { Erasure, Erasures } from "../store/ports/erasures.ts";

export interface CleanJournalPorts {
  readonly journal: {
    readonly deadLetters: Pick<DeadLetters, "batches">;
    lastGroup(): number;
    firstGroupId(): number | null;
  };
  readonly erasures: Pick<Erasures, "matching">;
  readonly deleteLetters: (ids: readonly number[]) => Promise<unknown>;
  /** Removes all copies of deleted rows from files. Returns false if they are in use. */
  readonly wipe: () => Promise<boolean>;
}

/** The journal has every request this long after it was received. */
const SETTLE_MS = 2000;

export class JournalCleaner {
  /** The last group that may have something of the person, by erasure. */
  readonly #lastGroups = new Map<string, number>();

  /** Returns false if something may be left, and it has to be called again later. */
  async clean(erasure: Erasure, now: Millis, ports: CleanJournalPorts): Promise<boolean> {
    if (now < erasure.requestedAt + SETTLE_MS) return false;
    const { journal, wipe } = ports;
    await deleteLetters(erasure, ports); // before the last group is read, because a replay makes groups of them
    const last = this.#lastGroups.get(erasure.id) ?? journal.lastGroup();
    this.#lastGroups.set(erasure.id, last);
    if ((journal.firstGroupId() ?? Number.POSITIVE_INFINITY) <= last) return false;
    await deleteLetters(erasure, ports);
    if (!(await wipe())) return false;
    return true;
  }

  forgetOthers(unfinished: readonly Erasure[]): void {
    const ids = new Set(unfinished.map(({ id }) => id));
    for (const id of this.#lastGroups.keys()) if (!ids.has(id)) this.#lastGroups.delete(id);
  }
}

async function deleteLetters(erasure: Erasure, { journal, erasures, deleteLetters }: CleanJournalPorts): Promise<void> {
  for (const batch of journal.deadLetters.batches({ projectId: erasure.projectId })) {
    const subjects = new Map(batch.map((letter) => [letter.id, subjectOf(letter)]));
    const distinctIds = new Set([...subjects.values()].flatMap((subject) => subject.distinctIds));
    const matching = await erasures.matching(erasure.projectId, [...distinctIds]);
    const erased = new Set(matching.filter(({ id }) => id === erasure.id).map(({ distinctId }) => distinctId));
    const ids = [...subjects].flatMap(([id, { receivedAt, distinctIds }]) =>
      receivedAt <= erasure.requestedAt && distinctIds.some((distinctId) => erased.has(distinctId)) ? [id] : [],
    );
    if (ids.length > 0) await deleteLetters(ids);
  }
}
