import { setTimeout as sleep } from "node:timers/promises";
import { stringifyExactly } from "../../json/json.ts";
import { allPropertiesOf } from "../../recordings/record/session-event.ts";
import { sessionIdOf } from "../../recordings/record/session-id.ts";
import { type Millis, StoreFault, StoreUnavailable } from "../../store/ports/common.ts";
import { retry } from "../../threads/retry.ts";
import type { DeadLetter, DeadLetterCounts } from "../journal/dead-letters.ts";
import type { JournalGroup } from "../journal/journal-entry.ts";
import { requestLetter } from "../journal/request-letter.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import type { CrashGuard } from "./crash-guard.ts";
import { DroppedEvents, type DropsByProject } from "./dropped-events.ts";
import { ErasurePending } from "./erasure-gate.ts";
import { BATCH_SIZE, eventBatches, type RefusedRequest } from "./event-batches.ts";
import type { StoreResult } from "./store-events.ts";

/*
 * The drain, from the journal to the store.
 *
 * One step reads the next groups of the journal, up to 4 MB, normalizes their entries into events, stores the events in
 * batches, sets aside those that can never be stored, and releases the groups. It goes in the order of the journal,
 * because the order of `$identify` and `$set` matters. Each write may be repeated, so a step that was interrupted
 * anywhere begins again:
 *
 *   while events are stored    on SQLite a batch is one transaction; on MongoDB some of its writes may be there. The
 *                              repeated step finds events by uuid, and merges by the checkpoint of their position.
 *   before the release         the groups are stored twice with the same result, and released then.
 *
 * An error of the store is an outage: the step is retried after growing pauses, and requests are answered meanwhile.
 * An error of one event is its own: the batch is split until the event is found, which becomes a dead letter. If the
 * thread dies, `CrashGuard` knows which entries were in flight; they are stored one by one, and the entry of which the
 * thread dies again becomes a dead letter. `ErasureGate` keeps back events of persons that are being erased.
 */

/** What one step of the drain did. */
export interface DrainReport {
  /** All groups up to this id are stored. */
  readonly upTo: number;
  readonly stored: number;
  /** Events without a name or a distinct id, and events of removed projects, which are ignored. */
  readonly dropped: number;
  /** Of those, the ones without a name or a distinct id. */
  readonly drops: DropsByProject;
  readonly deadLettered: number;
  /** Older dead letters that were deleted to make room. */
  readonly deadLettersDropped: number;
  readonly refusedMerges: number;
  /** Changes of persons and groups that would exceed their limits. */
  readonly refusedChanges: number;
}

export interface DrainPorts {
  /** Returns the first groups after an id, in order: at least one if there is one. */
  readonly read: (after: number) => JournalGroup[];
  readonly store: (events: readonly NormalizedEvent[]) => Promise<StoreResult>;
  /** Stores dead letters. Resolves when they are on disk. */
  readonly setAside: (deadLetters: readonly DeadLetter[]) => Promise<DeadLetterCounts>;
  readonly release: (upTo: number) => Promise<void>;
  readonly guard: Pick<CrashGuard, "runs" | "settle">;
  readonly onDrained: (report: DrainReport) => void;
  /** Called when the store accepts nothing until the next report. */
  readonly onUnavailable: () => void;
  /** The message is constant, so that a log can count it. */
  readonly warn: (message: string, error: unknown, fields?: object) => void;
  readonly now: () => Millis;
  /** The pause after each step. Events gather meanwhile, so that steps under load are larger and cheaper per event. */
  readonly idleIntervalMs: number;
}

const EMPTY_REPORT: Omit<DrainReport, "drops"> = {
  upTo: 0,
  stored: 0,
  dropped: 0,
  deadLettered: 0,
  deadLettersDropped: 0,
  refusedMerges: 0,
  refusedChanges: 0,
};
/** The pause after a step that left groups behind: other processes can write to the store meanwhile. */
const BEHIND_INTERVAL_MS = 10;
/** Small batches, so that requests, which are appended to the same file, do not wait long. */
const DEAD_LETTER_BATCH_SIZE = 100;
/** Pauses after failed steps. With jitter the longest is 15 s. */
const BACKOFF = { initialMs: 100, maxMs: 10_000, jitter: 0.5 };

/**
 * Stores the events of the journal, in order and in large batches, and releases the groups that are stored. While the
 * store is unavailable it retries with growing pauses. Events that can never be stored become dead letters.
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

  /** Called when there may be new groups. */
  wake(): void {
    this.#wake();
  }

  /** Stops after the step under way, without a retry. What is not stored stays in the journal. */
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
        this.#ports.guard.settle();
        if (!(error instanceof ErasurePending)) this.#ports.onUnavailable();
        const message = error instanceof StoreFault ? "draining pauses until somebody acts" : "draining pauses";
        this.#ports.warn(message, error, { pauseMs: Math.round(pauseMs) });
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

  /** Stores the events of one read from the journal. Returns their number, or null if there are no groups. */
  async #step(): Promise<number | null> {
    const groups = this.#ports.read(this.#drainedUpTo);
    const upTo = groups.at(-1)?.last;
    if (upTo === undefined) return null;
    const report: MutableReport = { ...EMPTY_REPORT, upTo };
    const dropped = new DroppedEvents();
    let count = 0;
    for (const run of this.#ports.guard.runs(groups)) {
      const refused: RefusedRequest[] = [];
      for (const events of eventBatches(run, dropped, refused)) {
        await this.#store(events, report);
        count += events.length;
      }
      for (const request of refused) await this.#setAsideRequest(request, report);
    }
    await this.#ports.release(upTo);
    this.#ports.guard.settle();
    this.#drainedUpTo = upTo;
    report.dropped += dropped.total;
    this.#ports.onDrained({ ...report, drops: dropped.byProject });
    return count;
  }

  /** Stores events. If some of them cause a failure, bisects to find them, and sets them aside. */
  async #store(events: readonly NormalizedEvent[], report: MutableReport): Promise<void> {
    const result = await this.#ports.store(events).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      return { error };
    });
    if (!("error" in result)) {
      report.stored += result.stored;
      report.dropped += result.dropped;
      report.refusedChanges += result.refusedChanges;
      report.refusedMerges += result.refusedMerges.length;
      this.#warnAboutRefusedMerges(result.refusedMerges);
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

  #warnAboutRefusedMerges(merges: StoreResult["refusedMerges"]): void {
    const [first] = merges;
    if (!first) return;
    const { uuid, projectId } = first.event;
    this.#ports.warn("merges of persons refused", first.refusal, { merges: merges.length, projectId, uuid });
  }

  async #setAside(refused: StoreResult["refused"], report: MutableReport): Promise<void> {
    const [first] = refused;
    if (!first) return;
    const { uuid, projectId } = first.event;
    this.#ports.warn("new dead letters", first.reason, { events: refused.length, projectId, uuid });
    const at = this.#ports.now();
    const deadLetters = refused.map(({ event, reason }): DeadLetter => {
      const { position: _, request: __, json: ___, ...letter } = { ...event, properties: allPropertiesOf(event) };
      const sessionId = event.event === "$snapshot" ? sessionIdOf(event.properties) : null;
      return { projectId: event.projectId, uuid: event.uuid, reason, sessionId, at, event: stringifyExactly(letter) };
    });
    await this.#storeDeadLetters(deadLetters, report);
  }

  async #setAsideRequest({ entry, reason }: RefusedRequest, report: MutableReport): Promise<void> {
    const { projectId, seed } = entry.content;
    this.#ports.warn("a request is a new dead letter", reason, { projectId, seed });
    await this.#storeDeadLetters([requestLetter(entry.content, this.#ports.now(), reason)], report);
  }

  async #storeDeadLetters(deadLetters: readonly DeadLetter[], report: MutableReport): Promise<void> {
    let droppedCount = 0;
    for (let start = 0; start < deadLetters.length; start += DEAD_LETTER_BATCH_SIZE) {
      const { added, dropped } = await this.#ports.setAside(deadLetters.slice(start, start + DEAD_LETTER_BATCH_SIZE));
      report.deadLettered += added;
      droppedCount += dropped;
    }
    report.deadLettersDropped += droppedCount;
    if (droppedCount > 0) {
      const fields = { deadLetters: droppedCount };
      this.#ports.warn("deleted the oldest dead letters", "more than DEAD_LETTERS_MAX_BYTES", fields);
    }
  }
}

type MutableReport = { -readonly [Name in keyof Omit<DrainReport, "drops">]: number };
