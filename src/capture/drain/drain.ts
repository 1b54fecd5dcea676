import { setTimeout as sleep } from "node:timers/promises";
import { sessionIdOf } from "../../recordings/recorder/session-id.ts";
import { retry } from "../../retry.ts";
import { type Millis, StoreUnavailable } from "../../storage/ports/common.ts";
import { stringifyExactly } from "../../values/json.ts";
import type { DeadLetter, DeadLetterCounts } from "../journal/dead-letters.ts";
import type { JournalGroup } from "../journal/journal-entry.ts";
import { type NormalizedEvent, normalizeEvents } from "../normalize-events.ts";
import type { StoreResult } from "./store-events.ts";

/** What a drain did since its last report. */
export interface DrainReport {
  /** The store has every group up to this id. */
  readonly upTo: number;
  readonly stored: number;
  readonly dropped: number;
  readonly deadLettered: number;
  /** Older dead letters that had to go for new ones. */
  readonly deadLettersDropped: number;
  readonly refusedMerges: number;
}

export interface DrainPorts {
  /** The first groups after an id, in order, at least one if there is one. */
  readonly read: (after: number) => JournalGroup[];
  readonly store: (events: readonly NormalizedEvent[]) => Promise<StoreResult>;
  /** Returns when the disk has them; gives how many were new, and how many older ones had to go for them. */
  readonly setAside: (letters: readonly DeadLetter[]) => Promise<DeadLetterCounts>;
  readonly release: (upTo: number) => Promise<void>;
  readonly report: (report: DrainReport) => void;
  /** The store takes nothing, until the next report. */
  readonly onUnavailable: () => void;
  readonly warn: (message: string, error: unknown) => void;
  readonly now: () => Millis;
  /** The time between two steps: under load the next one finds more to do at once, and a quiet service notices nothing. */
  readonly idleIntervalMs: number;
}

/** Events that go through the domain into the store together. */
const BATCH_SIZE = 2000;
/** Where more waits than one step took. Others who write to the store come in between. */
const BEHIND_INTERVAL_MS = 10;
/** Few, so that requests, which are appended to the same file, do not wait long. */
const DEAD_LETTER_BATCH_SIZE = 100;
/** Pauses while the store is unavailable. */
const BACKOFF = { initialMs: 100, maxMs: 10_000, jitter: 0.5 };

/**
 * Takes the journal in order, in large portions, into the store, and releases what is stored. While the store is away it tries again after growing
 * pauses. What the store or the domain will never take is set aside as a dead letter, and the rest goes on.
 */
export class Drain {
  readonly #ports: DrainPorts;
  #drainedUpTo = 0;
  #wake: () => void = () => {};
  #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(ports: DrainPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#running ??= this.#run().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) throw error;
    });
  }

  /** There may be new groups. */
  wake(): void {
    this.#wake();
  }

  /** Ends after the step under way, and without another try where the store is away. What is left stays in the journal. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const onRetry = (error: unknown, _attempt: number, pauseMs: number) => {
        this.#ports.onUnavailable();
        this.#ports.warn(`draining pauses for ${Math.round(pauseMs)} ms`, error);
      };
      const events = await retry(() => this.#step(), { backoff: BACKOFF, signal, onRetry });
      if (events === null) await woken;
      else await sleep(this.#intervalMs(events), undefined, { signal });
    }
  }

  #intervalMs(events: number): number {
    const { idleIntervalMs } = this.#ports;
    return events < BATCH_SIZE ? idleIntervalMs : Math.min(idleIntervalMs, BEHIND_INTERVAL_MS);
  }

  /** Drains what one reading gives; gives how many events that was, or null where there was nothing. */
  async #step(): Promise<number | null> {
    const groups = this.#ports.read(this.#drainedUpTo);
    const last = groups.at(-1);
    if (!last) return null;
    const report = { upTo: last.id, stored: 0, dropped: 0, deadLettered: 0, deadLettersDropped: 0, refusedMerges: 0 };
    let taken = 0;
    for (const events of eventBatches(groups, report)) {
      await this.#store(events, report);
      taken += events.length;
    }
    await this.#ports.release(last.id);
    this.#drainedUpTo = last.id;
    this.#ports.report(report);
    return taken;
  }

  /** Stores events; where some of them are to blame for a failure, halves them until those are found and sets them aside. */
  async #store(events: readonly NormalizedEvent[], report: MutableReport): Promise<void> {
    const result = await this.#ports.store(events).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      return { error };
    });
    if (!("error" in result)) {
      report.stored += result.stored;
      report.refusedMerges += result.refusedMerges.length;
      this.#warnOfRefusedMerges(result.refusedMerges);
      return this.#setAside(result.refused, report);
    }
    const [first] = events;
    if (events.length === 1 && first) {
      const reason = result.error instanceof Error ? result.error.message : String(result.error);
      return this.#setAside([{ event: first, reason }], report);
    }
    const middle = Math.ceil(events.length / 2);
    await this.#store(events.slice(0, middle), report);
    await this.#store(events.slice(middle), report);
  }

  #warnOfRefusedMerges(merges: StoreResult["refusedMerges"]): void {
    const [first] = merges;
    if (!first) return;
    const { uuid, projectId } = first.event;
    const count = merges.length === 1 ? "a merge that was" : `one of ${merges.length} merges that were`;
    this.#ports.warn(`event ${uuid} of project ${projectId} asks for ${count} refused`, first.refusal);
  }

  async #setAside(refused: StoreResult["refused"], report: MutableReport): Promise<void> {
    const [first] = refused;
    if (!first) return;
    const { uuid, projectId } = first.event;
    const count = refused.length === 1 ? "a dead letter" : `one of ${refused.length} dead letters`;
    this.#ports.warn(`event ${uuid} of project ${projectId} becomes ${count}`, first.reason);
    const at = this.#ports.now();
    const letters = refused.map(({ event, reason }): DeadLetter => {
      const { position: _, ...letter } = event;
      const sessionId = event.event === "$snapshot" ? sessionIdOf(event.properties) : null;
      return { projectId: event.projectId, uuid: event.uuid, reason, sessionId, at, event: stringifyExactly(letter) };
    });
    let allDropped = 0;
    for (let start = 0; start < letters.length; start += DEAD_LETTER_BATCH_SIZE) {
      const { added, dropped } = await this.#ports.setAside(letters.slice(start, start + DEAD_LETTER_BATCH_SIZE));
      report.deadLettered += added;
      allDropped += dropped;
    }
    report.deadLettersDropped += allDropped;
    if (allDropped > 0) {
      this.#ports.warn(`dropped the oldest dead letters: ${allDropped}`, "more than DEAD_LETTERS_MAX_BYTES");
    }
  }
}

type MutableReport = { -readonly [Name in keyof DrainReport]: number };

function* eventBatches(groups: readonly JournalGroup[], report: MutableReport): Generator<NormalizedEvent[]> {
  let portion: NormalizedEvent[] = [];
  for (const { id, entries } of groups) {
    let place = 0;
    for (const entry of entries) {
      const { events, dropped } = normalizeEvents(entry, { group: id, index: place });
      place += events.length + dropped;
      report.dropped += dropped;
      for (const event of events) {
        portion.push(event);
        if (portion.length < BATCH_SIZE) continue;
        yield portion;
        portion = [];
      }
    }
  }
  if (portion.length > 0) yield portion;
}
