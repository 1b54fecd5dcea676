import { problem } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { DrainReport } from "./drain/drain-report.ts";

interface Waiter {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly resolve: () => void;
  readonly reject: () => void;
}

const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Tracks which groups of the journal are stored, for requests that are answered only then. */
export class StoredWaiters {
  readonly #timeoutMs: number;
  readonly #waiters = new Set<Waiter>();
  #stored: Pick<DrainReport, "upTo" | "readUpTo" | "lanes"> = { upTo: 0, readUpTo: 0, lanes: new Set() };
  #isUnavailable = false;

  constructor(timeoutMs: number = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /** Throws `service_unavailable` while the store is: a request refused before it is journaled is not stored later. */
  requireAvailable(): void {
    if (this.#isUnavailable) throw unavailableProblem();
  }

  /**
   * Resolves when what the project has in the groups up to this one is stored. Throws `service_unavailable` after a
   * timeout; it may be stored later.
   */
  async waitUntilStored(id: number, projectId: ProjectId): Promise<void> {
    if (this.#isStored({ id, projectId })) return;
    let timer: NodeJS.Timeout | undefined;
    let waiter: Waiter | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        waiter = { id, projectId, resolve, reject: () => reject(unavailableProblem()) };
        this.#waiters.add(waiter);
        timer = setTimeout(waiter.reject, this.#timeoutMs);
      });
    } finally {
      clearTimeout(timer);
      if (waiter) this.#waiters.delete(waiter);
    }
  }

  markStored(stored: Pick<DrainReport, "upTo" | "readUpTo" | "lanes">): void {
    this.#stored = stored;
    this.#isUnavailable = false;
    for (const waiter of this.#waiters) if (this.#isStored(waiter)) waiter.resolve();
  }

  markUnavailable(): void {
    this.#isUnavailable = true;
  }

  #isStored({ id, projectId }: Pick<Waiter, "id" | "projectId">): boolean {
    const { upTo, readUpTo, lanes } = this.#stored;
    return id <= (lanes.has(projectId) ? upTo : readUpTo);
  }

  fail(): void {
    this.#isUnavailable = true;
    for (const { reject } of this.#waiters) reject();
  }
}

function unavailableProblem() {
  return problem("service_unavailable", { retryAfter: RETRY_AFTER_SECONDS });
}
