import { setTimeout as sleep } from "node:timers/promises";
import { groupBy } from "../../lib/group-by.ts";
import { stringifyExactly } from "../../lib/json/json.ts";
import { retry } from "../../lib/threads/retry.ts";
import { allPropertiesOf, sessionIdOf } from "../../recordings/session-properties.ts";
import { type Millis, type Position, type ProjectId, StoreFault, StoreUnavailable } from "../../store/ports/common.ts";
import type { DeadLetter, DeadLetterCounts } from "../journal/dead-letters.ts";
import type { JournalGroup } from "../journal/journal-entry.ts";
import { requestLetter } from "../journal/request-letter.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import type { CrashGuard } from "./crash-guard.ts";
import { type DrainReport, DroppedEvents, NO_COUNTS, type StepCounts } from "./drain-report.ts";
import { ErasurePending } from "./erasure-gate.ts";
import { BATCH_SIZE, eventBatches, type OnDropped, type RefusedRequest } from "./event-batches.ts";
import { type LaneEvents, ProjectLane } from "./project-lane.ts";
import type { StoreResult } from "./store-events.ts";

/*
 * The drain, from the journal to the store. One step reads up to 4 MB of groups, normalizes their entries into events,
 * stores these in batches, sets aside those that can never be stored, and releases the groups. It keeps the order of
 * the journal, because the order of `$identify` and `$set` matters. A step that was interrupted begins again:
 *
 *   while events are stored    on SQLite a batch is one transaction; on MongoDB some of its writes may be there. The
 *                              repeated step finds events by uuid, and merges by the checkpoint of their position.
 *   before the release         the groups are stored twice with the same result, and released then.
 *
 * An error of the store is an outage: the step is retried after growing pauses. An error of one event is its own: the
 * batch is split until the event is found, which becomes a dead letter. If the thread dies, `CrashGuard` knows which
 * entries were in flight; the one of which it dies alone becomes a dead letter. `ErasureGate` keeps back events of
 * persons that are being erased.
 *
 * Projects are stored at the same time, because a command for one may take as long as one for all. A project whose
 * persons take long gets a lane (`ProjectLane`), of which each step stores one part. Groups are released up to the
 * first that a lane needs.
 */

export interface DrainPorts extends SetAsidePorts {
  /** Returns the first groups after an id, in order: at least one if there is one. */
  readonly read: (after: number) => JournalGroup[];
  readonly store: (events: readonly NormalizedEvent[], isStored: boolean) => Promise<StoreResult>;
  readonly release: (upTo: number) => Promise<void>;
  readonly guard: Pick<CrashGuard, "runs" | "settle" | "begin" | "hasSuspects">;
  readonly onDrained: (report: DrainReport) => void;
  readonly onUnavailable: () => void;
  /** The pause after each step. Events gather meanwhile, so that steps under load are larger and cheaper per event. */
  readonly idleIntervalMs: number;
}

/** The pause after a step that left groups behind: other processes can write to the store meanwhile. */
const BEHIND_INTERVAL_MS = 10;
/** Each may hold a request of the largest size. With more, projects whose persons take long keep others waiting. */
const MAX_LANES = 8;
/** Pauses after failed steps. With jitter the longest is 15 s. */
const BACKOFF = { initialMs: 100, maxMs: 10_000, jitter: 0.5 };

/** Stores the journal's events in order, and releases their groups. Retries while the store is unavailable. */
export class Drain {
  readonly #ports: DrainPorts;
  readonly #setAside: SetAside;
  readonly #lanes = new Map<ProjectId, ProjectLane>();
  #readUpTo = 0;
  #wake: () => void = () => {};
  #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(ports: DrainPorts) {
    this.#ports = ports;
    this.#setAside = new SetAside(ports);
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
        const message = error instanceof StoreFault ? "draining pauses until an operator acts" : "draining pauses";
        this.#ports.warn(message, error, { pauseMs: Math.round(pauseMs) });
      };
      const events = await retry(() => this.#step(), { backoff: BACKOFF, signal, onRetry });
      const hasLanes = this.#lanes.size > 0;
      for (const lane of this.#lanes.values()) {
        if (!signal.aborted) await retry(() => this.#follow(lane), { backoff: BACKOFF, signal, onRetry });
      }
      if (events === null && !hasLanes) await woken;
      else await sleep(this.#intervalMs(hasLanes || (events ?? 0) >= BATCH_SIZE), undefined, { signal });
    }
  }

  #intervalMs(isBehind: boolean): number {
    const { idleIntervalMs } = this.#ports;
    return isBehind ? Math.min(idleIntervalMs, BEHIND_INTERVAL_MS) : idleIntervalMs;
  }

  /** Stores the events of one read from the journal. Returns their number, or null if there are no groups. */
  async #step(): Promise<number | null> {
    const groups = this.#ports.read(this.#readUpTo);
    const last = groups.at(-1)?.last;
    if (last === undefined) return null;
    const report: StepCounts = { ...NO_COUNTS };
    const dropped = new DroppedEvents();
    const countedUpTo = new Map<ProjectId, Position>();
    const onDropped: OnDropped = (projectId, reason, position) => {
      dropped.add(projectId, reason);
      countedUpTo.set(projectId, position);
    };
    const opened: ProjectId[] = [];
    let count = 0;
    try {
      for (const run of this.#ports.guard.runs(groups)) {
        const refused: RefusedRequest[] = [];
        for (const events of eventBatches(run, onDropped, refused, (projectId) => this.#lanes.has(projectId))) {
          const unapplied = await this.#store({ events, isStored: false }, report);
          opened.push(...(await this.#openLanes(unapplied, countedUpTo, report)));
          count += events.length;
        }
        for (const request of refused) await this.#setAside.request(request, report);
      }
      await this.#release(report, dropped, last);
    } catch (error) {
      for (const projectId of opened) this.#lanes.delete(projectId); // because the step is repeated
      throw error;
    }
    this.#readUpTo = last;
    return count;
  }

  async #follow(lane: ProjectLane): Promise<void> {
    const report: StepCounts = { ...NO_COUNTS };
    const next = lane.next();
    const [first] = next?.events ?? [];
    if (next && first) {
      this.#ports.guard.begin(first.position.group, next.events.at(-1)?.position.group ?? first.position.group);
      lane.advance(await this.#store(next, report));
    } else lane.advance([]);
    for (let request = lane.refused[0]; request; request = lane.refused[0]) {
      await this.#setAside.request(request, report);
      lane.refused.shift();
    }
    if (!next) this.#lanes.delete(lane.projectId);
    await this.#release(report, lane.takeDropped(), this.#readUpTo);
  }

  /** Gives each project of these events a lane, or stores them at once if that is not possible. */
  async #openLanes(
    unapplied: readonly NormalizedEvent[],
    countedUpTo: ReadonlyMap<ProjectId, Position>,
    report: StepCounts,
  ): Promise<ProjectId[]> {
    const opened: ProjectId[] = [];
    for (const [projectId, [first, ...others]] of groupBy(unapplied, (event) => event.projectId)) {
      if (!first) continue;
      if (this.#lanes.size < MAX_LANES && !this.#ports.guard.hasSuspects) {
        const ports = { read: this.#ports.read, end: () => this.#readUpTo };
        this.#lanes.set(projectId, new ProjectLane([first, ...others], countedUpTo.get(projectId), ports));
        opened.push(projectId);
      } else await this.#storeAll({ events: [first, ...others], isStored: true }, report);
    }
    return opened;
  }

  async #release(report: StepCounts, dropped: DroppedEvents, readUpTo: number): Promise<void> {
    const lanes = new Set(this.#lanes.keys());
    const upTo = Math.min(readUpTo, ...[...this.#lanes.values()].map((lane) => lane.doneUpTo));
    await this.#ports.release(upTo);
    this.#ports.guard.settle();
    report.dropped += dropped.total;
    this.#ports.onDrained({ ...report, upTo, readUpTo, lanes, drops: dropped.byProject });
  }

  async #storeAll(all: LaneEvents, report: StepCounts): Promise<void> {
    let left = all;
    while (left.events.length > 0) left = { events: await this.#store(left, report), isStored: true };
  }

  /** Stores events, and returns those still to be applied. Bisects a failure to set aside the events that cause it. */
  async #store({ events, isStored }: LaneEvents, report: StepCounts): Promise<readonly NormalizedEvent[]> {
    const result = await this.#ports.store(events, isStored).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      return { error };
    });
    if (!("error" in result)) {
      report.stored += result.stored;
      report.dropped += result.dropped;
      report.refusedChanges += result.refusedChanges;
      report.refusedMerges += result.refusedMerges.length;
      this.#warnAboutRefusedMerges(result.refusedMerges);
      await this.#setAside.events(result.refused, report);
      return result.unapplied;
    }
    const [first] = events;
    if (events.length === 1 && first) {
      const reason = result.error instanceof Error ? result.error.message : String(result.error);
      await this.#setAside.events([{ event: first, reason }], report);
      return [];
    }
    const middle = Math.ceil(events.length / 2);
    await this.#storeAll({ events: events.slice(0, middle), isStored }, report);
    await this.#storeAll({ events: events.slice(middle), isStored }, report);
    return [];
  }

  #warnAboutRefusedMerges(merges: StoreResult["refusedMerges"]): void {
    const [first] = merges;
    if (!first) return;
    const { uuid, projectId } = first.event;
    this.#ports.warn("merges of persons refused", first.refusal, { merges: merges.length, projectId, uuid });
  }
}

interface SetAsidePorts {
  /** Resolves when they are on disk. */
  readonly setAside: (deadLetters: readonly DeadLetter[]) => Promise<DeadLetterCounts>;
  /** The message is constant, so that a log can count it. */
  readonly warn: (message: string, error: unknown, fields?: object) => void;
  readonly now: () => Millis;
}

/** Small batches, so that requests, which are appended to the same file, do not wait long. */
const DEAD_LETTER_BATCH_SIZE = 100;

/** Makes dead letters of what the drain cannot store, with a line in the log. */
class SetAside {
  readonly #ports: SetAsidePorts;

  constructor(ports: SetAsidePorts) {
    this.#ports = ports;
  }

  async events(refused: StoreResult["refused"], counts: StepCounts): Promise<void> {
    const [first] = refused;
    if (!first) return;
    const { uuid, projectId } = first.event;
    this.#ports.warn("new dead letters", first.reason, { events: refused.length, projectId, uuid });
    const at = this.#ports.now();
    const deadLetters = refused.map(({ event, reason }): DeadLetter => {
      const {
        position: _,
        request: __,
        json: ___,
        clockCorrection: ____,
        ...letter
      } = {
        ...event,
        properties: allPropertiesOf(event),
      };
      const sessionId = event.event === "$snapshot" ? sessionIdOf(event.properties) : null;
      return { projectId: event.projectId, uuid: event.uuid, reason, sessionId, at, event: stringifyExactly(letter) };
    });
    await this.#store(deadLetters, counts);
  }

  async request({ entry, reason }: RefusedRequest, counts: StepCounts): Promise<void> {
    const { projectId, seed } = entry.content;
    this.#ports.warn("a request is a new dead letter", reason, { projectId, seed });
    await this.#store([requestLetter(entry.content, this.#ports.now(), reason)], counts);
  }

  async #store(deadLetters: readonly DeadLetter[], counts: StepCounts): Promise<void> {
    let droppedCount = 0;
    for (let start = 0; start < deadLetters.length; start += DEAD_LETTER_BATCH_SIZE) {
      const { added, dropped } = await this.#ports.setAside(deadLetters.slice(start, start + DEAD_LETTER_BATCH_SIZE));
      counts.deadLettered += added;
      droppedCount += dropped;
    }
    counts.deadLettersDropped += droppedCount;
    if (droppedCount > 0) {
      const fields = { deadLetters: droppedCount };
      this.#ports.warn("deleted the oldest dead letters", "more than DEAD_LETTERS_MAX_BYTES", fields);
    }
  }
}
