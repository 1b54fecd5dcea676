import { RecentMap } from "../lib/recent-map.ts";
import type { ProjectId } from "../store/ports/common.ts";

const DEFAULT_MAX_IDS = 50_000;

/** Caches distinct ids that have a person, or groups that exist: most events need no lookup, because that stays so. */
export class KnownIds {
  readonly #known: RecentMap<true>;

  /** Keeps the last `max` ids used, and up to twice as many. */
  constructor(max = DEFAULT_MAX_IDS) {
    this.#known = new RecentMap(max);
  }

  has(projectId: ProjectId, id: string): boolean {
    return this.#known.get(`${projectId}/${id}`) === true;
  }

  add(projectId: ProjectId, ids: Iterable<string>): void {
    for (const id of ids) this.#known.set(`${projectId}/${id}`, true);
  }

  /** Called after an error, when it is unknown what the store has kept. */
  clear(): void {
    this.#known.clear();
  }
}
