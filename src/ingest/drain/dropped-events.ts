import type { ProjectId } from "../../store/ports/common.ts";
import type { DropReason } from "../normalize-events.ts";

export type DropCounts = ReadonlyMap<DropReason, number>;
export type DropsByProject = ReadonlyMap<ProjectId, DropCounts>;

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
