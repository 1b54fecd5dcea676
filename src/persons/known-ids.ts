import { RecentMap } from "../lib/recent-map.ts";
import type { ProjectId } from "../store/ports/common.ts";

const DEFAULT_MAX_IDS = 50_000;

/** Caches ids of persons and groups that exist: they stay, so most events need no lookup. */
export class KnownIds {
  readonly #known: RecentMap<true>;

  /** Keeps the last `max` to `2 * max` ids used. */
  constructor(max = DEFAULT_MAX_IDS) {
    this.#known = new RecentMap(max);
  }

  has(projectId: ProjectId, id: string): boolean {
    return this.#known.get(`${projectId}/${id}`) === true;
  }

  add(projectId: ProjectId, ids: Iterable<string>): void {
    for (const id of ids) this.#known.set(`${projectId}/${id}`, true);
  }

  /** Clears after an error, when it is unknown what the store has kept. */
  clear(): void {
    this.#known.clear();
  }
}
