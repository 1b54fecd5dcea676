import { newLruCache } from "../lib/lru-cache.ts";
import type { Checkpoints, Position } from "../store/ports/checkpoints.ts";
import type { ProjectId } from "../store/ports/common.ts";

const START: Position = { group: 0, index: 0 };
const MAX_PROJECTS = 10_000;

/**
 * Keeps a replay from corrupting persons. Events may be applied again in order, unless two persons were merged in
 * between: all changes would go to the merged one. An older copy of a journal would bring back overwritten values. So
 * no event before a checkpoint, stored before each merge and after each batch, is applied again.
 */
export class ReplayGuard {
  readonly #journal: string;
  readonly #cache = newLruCache<ProjectId, Position>(MAX_PROJECTS);

  constructor(journal: string) {
    this.#journal = journal;
  }

  /** Returns the events after the project's last checkpoint. They must be in order. */
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

  /** All events before this position must be applied. */
  async advance(projectId: ProjectId, position: Position, checkpoints: Checkpoints): Promise<void> {
    await checkpoints.advance(this.#journal, projectId, position);
    this.#cache.set(projectId, position);
  }

  /** Clears after an error, when it is unknown what the store has kept. */
  clear(): void {
    this.#cache.clear();
  }
}

function isBefore(one: Position, other: Position): boolean {
  return one.group < other.group || (one.group === other.group && one.index < other.index);
}
