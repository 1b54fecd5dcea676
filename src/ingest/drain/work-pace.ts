import { newLruCache } from "../../lib/lru-cache.ts";
import type { ProjectId } from "../../store/ports/common.ts";

/** How long the persons and groups of one project may keep others waiting, once in each batch. */
const MAX_TURN_MS = 500;
/** Limit of a turn that several projects share: a store that is far away needs longer than one that is near. */
const MAX_SHARED_TURN_MS = 4 * MAX_TURN_MS;
/** Events that are applied together: the first few of a project show how long its persons take. */
const [FIRST_PART, MAX_PART] = [16, 4096];
const MAX_GROWTH = 4;
const MAX_PROJECTS = 10_000;

type Parts<E> = ReadonlyMap<ProjectId, readonly E[]>;

/** Applies events. May call `requireTurn`, which throws `TurnEnded`, where it may be repeated: never in one event. */
export type Work<E> = (parts: Parts<E>, requireTurn: () => void) => Promise<void>;

/** Bounds a project's time in a batch: anybody may send thousands of changes to a person with 1 MB of properties. */
export class WorkPace {
  readonly #now: () => number;
  readonly #sizes = newLruCache<ProjectId, number>(MAX_PROJECTS);

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Applies each project's events in parts, in order, until its turn ends. Returns those that are left. Projects share
   * turns while these are short; otherwise it bisects to find those that take long, which get turns of their own.
   */
  async apply<E>(projects: Parts<E>, work: Work<E>): Promise<readonly E[]> {
    const left = new Map(projects);
    while (left.size > 1) {
      if (await this.#share(left, work)) continue;
      const all = [...left];
      const middle = Math.ceil(all.length / 2);
      const first = await this.apply(new Map(all.slice(0, middle)), work);
      return [...first, ...(await this.apply(new Map(all.slice(middle)), work))];
    }
    for (const [projectId, events] of left) return this.#applyAlone(projectId, events, work);
    return [];
  }

  /** Applies one part of each project, and removes it. Returns false if that takes too long. */
  async #share<E>(left: Map<ProjectId, readonly E[]>, work: Work<E>): Promise<boolean> {
    const start = this.#now();
    const end = start + Math.min(MAX_SHARED_TURN_MS, left.size * MAX_TURN_MS);
    const parts = new Map([...left].map(([projectId, events]) => [projectId, events.slice(0, this.#size(projectId))]));
    try {
      await work(parts, () => {
        if (this.#now() > end) throw new TurnEnded();
      });
    } catch (error) {
      if (!(error instanceof TurnEnded)) throw error;
      return false;
    }
    const elapsed = Math.max(this.#now() - start, 0.001);
    for (const [projectId, { length }] of parts) {
      // Counts the whole time for each, so that no project takes more than half of a later turn.
      const size = Math.floor(Math.min(MAX_PART, MAX_GROWTH * length, (length * MAX_SHARED_TURN_MS) / 2 / elapsed));
      this.#sizes.set(projectId, Math.max(this.#size(projectId), size));
      const rest = left.get(projectId)?.slice(length) ?? [];
      if (rest.length > 0) left.set(projectId, rest);
      else left.delete(projectId);
    }
    return true;
  }

  async #applyAlone<E>(projectId: ProjectId, events: readonly E[], work: Work<E>): Promise<readonly E[]> {
    const end = this.#now() + MAX_TURN_MS;
    let size = this.#size(projectId);
    let done = 0;
    while (done < events.length) {
      const part = events.slice(done, done + size);
      const start = this.#now();
      const requireTurn = () => {
        if (part.length > 1 && this.#now() > end) throw new TurnEnded();
      };
      try {
        await work(new Map([[projectId, part]]), requireTurn);
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

  #size(projectId: ProjectId): number {
    return this.#sizes.get(projectId) ?? FIRST_PART;
  }
}

/** Runs all at once; waits for all, as a transaction must not end before. Throws the first error, `TurnEnded` last. */
export async function forEachProject<E>(
  projects: ReadonlyMap<ProjectId, readonly E[]>,
  work: (projectId: ProjectId, events: readonly E[]) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled([...projects].map(([projectId, events]) => work(projectId, events)));
  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => !(error instanceof TurnEnded)) ?? errors[0];
}

/** Thrown when changes take too long for now: all may be applied again. */
export class TurnEnded extends Error {
  constructor() {
    super("Changes of persons and groups take too long for now.");
    this.name = "TurnEnded";
  }
}
