import { LRUCache } from "lru-cache";
import type { Checkpoints, Position } from "../storage/ports/checkpoints.ts";
import type { ProjectId } from "../storage/ports/common.ts";

const START: Position = { group: 0, index: 0 };
const MAX_PROJECTS = 10_000;

/**
 * Keeps merges right when a crash makes us do again what was done. What events say of persons may be done again in their order and gives the same,
 * unless two persons became one since: it would all be done to that one then, whoever it was meant for. So before a merge we note how far the
 * journal has come, and nothing before that is ever done again.
 */
export class ReplayGuard {
  readonly #journal: string;
  readonly #cache = new LRUCache<ProjectId, Position>({ max: MAX_PROJECTS });

  constructor(journal: string) {
    this.#journal = journal;
  }

  /** Those of the journal's events of a project, given in their order, that may be done. */
  async filterUnprocessed<E extends { readonly position: Position }>(
    projectId: ProjectId,
    events: readonly E[],
    checkpoints: Checkpoints,
  ): Promise<readonly E[]> {
    const checkpoint = this.#cache.get(projectId) ?? (await checkpoints.find(this.#journal, projectId)) ?? START;
    this.#cache.set(projectId, checkpoint);
    const [first] = events;
    return first && isBefore(first.position, checkpoint)
      ? events.filter(({ position }) => !isBefore(position, checkpoint))
      : events;
  }

  /** To be called when all before this event is done, and before the merge that it asks for. */
  async advance(projectId: ProjectId, position: Position, checkpoints: Checkpoints): Promise<void> {
    await checkpoints.advance(this.#journal, projectId, position);
    this.#cache.set(projectId, position);
  }

  /** To be called where it is not certain what the store has kept. */
  clear(): void {
    this.#cache.clear();
  }
}

function isBefore(one: Position, other: Position): boolean {
  return one.group < other.group || (one.group === other.group && one.index < other.index);
}
