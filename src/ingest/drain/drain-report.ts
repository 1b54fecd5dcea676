import type { ProjectId } from "../../store/ports/common.ts";
import type { DropReason } from "../normalize-events.ts";

export interface DrainReport {
  /** All groups up to this id are stored. */
  readonly upTo: number;
  /** Groups up to this id are stored, too, except for the projects that have a lane. */
  readonly readUpTo: number;
  readonly lanes: ReadonlySet<ProjectId>;
  readonly stored: number;
  /** Events without a name or a distinct id, and events of removed projects, which are ignored. */
  readonly dropped: number;
  /** Dropped events without a name or a distinct id. */
  readonly drops: DropsByProject;
  readonly deadLettered: number;
  /** Older dead letters that were deleted to make room. */
  readonly deadLettersDropped: number;
  readonly refusedMerges: number;
  /** Changes of persons and groups that would exceed their limits. */
  readonly refusedChanges: number;
}

export type StepCounts = {
  -readonly [Name in keyof Omit<DrainReport, "drops" | "lanes" | "upTo" | "readUpTo">]: number;
};

export const NO_COUNTS: StepCounts = {
  stored: 0,
  dropped: 0,
  deadLettered: 0,
  deadLettersDropped: 0,
  refusedMerges: 0,
  refusedChanges: 0,
};

export type DropCounts = ReadonlyMap<DropReason, number>;
type DropsByProject = ReadonlyMap<ProjectId, DropCounts>;

export class DroppedEvents {
  readonly #counts = new Map<ProjectId, Map<DropReason, number>>();
  #total = 0;

  add(projectId: ProjectId, reason: DropReason, count = 1): void {
    const counts = this.#counts.get(projectId) ?? new Map<DropReason, number>();
    this.#counts.set(projectId, counts);
    counts.set(reason, (counts.get(reason) ?? 0) + count);
    this.#total += count;
  }

  addAll(drops: DropsByProject): void {
    for (const [projectId, counts] of drops) {
      for (const [reason, count] of counts) this.add(projectId, reason, count);
    }
  }

  of(projectId: ProjectId): DropCounts {
    return this.#counts.get(projectId) ?? new Map();
  }

  get total(): number {
    return this.#total;
  }

  /** Counts in a form that another thread can have. */
  get byProject(): DropsByProject {
    return this.#counts;
  }
}
