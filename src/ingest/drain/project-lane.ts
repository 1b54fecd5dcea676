import { isBefore, type Position, type ProjectId } from "../../store/ports/common.ts";
import type { JournalGroup } from "../journal/journal-entry.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import { entriesOf } from "./crash-guard.ts";
import { DroppedEvents } from "./drain-report.ts";
import { eventBatches, type OnDropped, type RefusedRequest } from "./event-batches.ts";

export interface LaneEvents {
  readonly events: readonly NormalizedEvent[];
  /** Whether they are stored, and only left to be applied to persons and groups. */
  readonly isStored: boolean;
}

export interface LanePorts {
  readonly read: (after: number) => JournalGroup[];
  /** The group up to which the drain has read the events of other projects. */
  readonly end: () => number;
}

/** Stores a project whose persons take long at its own pace, in order. What is left stays in the journal. */
export class ProjectLane {
  readonly projectId: ProjectId;
  readonly refused: RefusedRequest[] = [];
  readonly #ports: LanePorts;
  /** The last event that was stored before the lane began. */
  readonly #start: Position;
  readonly #countedUpTo: Position;
  #next: LaneEvents | null;
  #batches: Iterator<NormalizedEvent[]> | null = null;
  #readUpTo: number;
  #doneUpTo: number;
  #dropped = new DroppedEvents();

  /** `unapplied` are the first events, which are stored; what was dropped up to `countedUpTo` is counted. */
  constructor(
    unapplied: readonly [NormalizedEvent, ...NormalizedEvent[]],
    countedUpTo: Position | undefined,
    ports: LanePorts,
  ) {
    const [first] = unapplied;
    this.projectId = first.projectId;
    this.#ports = ports;
    this.#next = { events: unapplied, isStored: true };
    this.#start = (unapplied.at(-1) ?? first).position;
    this.#countedUpTo = countedUpTo ?? this.#start;
    this.#readUpTo = this.#start.group - 1;
    this.#doneUpTo = first.position.group - 1;
  }

  /** Returns the next events; none after a part of the journal that has none; null where the drain itself is. */
  next(): LaneEvents | null {
    if (this.#next) return this.#next;
    const { done, value } = this.#batches?.next() ?? { done: true };
    if (done) return this.#read();
    this.#doneUpTo = (value[0]?.position.group ?? this.#readUpTo) - 1;
    this.#next = { events: value.filter(({ position }) => isBefore(this.#start, position)), isStored: false };
    return this.#next;
  }

  /** Called when the store has the events that `next` returned; it has not applied these. */
  advance(unapplied: readonly NormalizedEvent[]): void {
    this.#next = unapplied.length > 0 ? { events: unapplied, isStored: true } : null;
  }

  /** The project's events in the groups up to this one are stored. */
  get doneUpTo(): number {
    return this.#doneUpTo;
  }

  takeDropped(): DroppedEvents {
    const dropped = this.#dropped;
    this.#dropped = new DroppedEvents();
    return dropped;
  }

  #read(): LaneEvents | null {
    const end = this.#ports.end();
    if (this.#batches) this.#doneUpTo = this.#readUpTo;
    this.#batches = null;
    if (this.#readUpTo >= end) return null;
    const groups = this.#ports.read(this.#readUpTo).filter(({ id }) => id <= end);
    const entries = groups.flatMap(entriesOf).filter(({ content }) => content.projectId === this.projectId);
    this.#readUpTo = groups.at(-1)?.last ?? end;
    const [first, ...others] = entries;
    if (first) {
      const onDropped: OnDropped = (projectId, reason, position) => {
        if (isBefore(this.#countedUpTo, position)) this.#dropped.add(projectId, reason);
      };
      this.#batches = eventBatches({ entries: [first, ...others], isFatal: false }, onDropped, this.refused);
    } else this.#doneUpTo = this.#readUpTo;
    return { events: [], isStored: false };
  }
}
