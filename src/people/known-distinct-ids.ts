import type { ProjectId } from "../store/ports/common.ts";
import { RecentMap } from "../values/recent-map.ts";

const MAX_DISTINCT_IDS = 50_000;

/** Caches distinct ids that have a person, so that most events need no lookup: they always keep one. */
export class KnownDistinctIds {
  readonly #known = new RecentMap<true>(MAX_DISTINCT_IDS);

  has(projectId: ProjectId, distinctId: string): boolean {
    return this.#known.get(`${projectId}/${distinctId}`) === true;
  }

  add(projectId: ProjectId, distinctIds: Iterable<string>): void {
    for (const distinctId of distinctIds) this.#known.set(`${projectId}/${distinctId}`, true);
  }

  /** Called after an error, when it is unknown what the store has kept. */
  clear(): void {
    this.#known.clear();
  }
}
