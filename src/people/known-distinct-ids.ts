import { LRUCache } from "lru-cache";
import type { ProjectId } from "../storage/ports/common.ts";

const MAX_DISTINCT_IDS = 50_000;

/** Remembers distinct ids that have a person, so that most events need no look-up: one that has a person has one for good. */
export class KnownDistinctIds {
  readonly #known = new LRUCache<string, true>({ max: MAX_DISTINCT_IDS });

  has(projectId: ProjectId, distinctId: string): boolean {
    return this.#known.get(`${projectId}/${distinctId}`) === true;
  }

  add(projectId: ProjectId, distinctIds: Iterable<string>): void {
    for (const distinctId of distinctIds) this.#known.set(`${projectId}/${distinctId}`, true);
  }

  /** To be called where it is not certain what the store has kept. */
  clear(): void {
    this.#known.clear();
  }
}
