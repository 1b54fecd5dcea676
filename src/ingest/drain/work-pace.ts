import { TurnEnded } from "../../people/turn-ended.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import { newLruCache } from "../../values/lru-cache.ts";

/** How long the persons and groups of one project may keep others waiting, once in each batch. */
const MAX_TURN_MS = 500;
/** Events that are applied together: the first few of a project show how long its persons take. */
const [FIRST_PART, MAX_PART] = [16, 4096];
const MAX_GROWTH = 4;
const MAX_PROJECTS = 10_000;

/**
 * Bounds the time that one project's persons and groups take in a batch: a person may have 1 MB of properties, which
 * each small change writes again, and anybody with the project's public key may send thousands of them.
 */
export class WorkPace {
  readonly #now: () => number;
  readonly #sizes = newLruCache<ProjectId, number>(MAX_PROJECTS);

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Applies the events in parts, in order, until the project's turn ends. Returns the events that are left. The work on
   * a part may call `requireTurn` where it can be interrupted and repeated; one event is never interrupted.
   */
  async apply<E>(
    projectId: ProjectId,
    events: readonly E[],
    work: (part: readonly E[], requireTurn: () => void) => Promise<void>,
  ): Promise<readonly E[]> {
    const end = this.#now() + MAX_TURN_MS;
    let size = this.#sizes.get(projectId) ?? FIRST_PART;
    let done = 0;
    while (done < events.length) {
      const part = events.slice(done, done + size);
      const start = this.#now();
      const requireTurn = () => {
        if (part.length > 1 && this.#now() > end) throw new TurnEnded();
      };
      try {
        await work(part, requireTurn);
      } catch (error) {
        if (!(error instanceof TurnEnded)) throw error;
        this.#sizes.set(projectId, Math.ceil(part.length / (2 * MAX_GROWTH)));
        return events.slice(done);
      }
      done += part.length;
      const now = this.#now();
      const perMs = part.length / Math.max(now - start, 0.001);
      const largest = Math.min(MAX_PART, MAX_GROWTH * part.length);
      size = Math.floor(Math.min(largest, perMs * (end - now)));
      this.#sizes.set(projectId, Math.max(1, Math.floor(Math.min(largest, (perMs * MAX_TURN_MS) / 2))));
      if (size < 1) break;
    }
    return done === 0 ? events : events.slice(done);
  }
}
