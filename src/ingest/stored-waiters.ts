import { problem } from "../values/problem.ts";

interface Waiter {
  readonly id: number;
  readonly resolve: () => void;
  readonly reject: () => void;
}

const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Tracks which groups of the journal are stored, for requests that are answered only then. */
export class StoredWaiters {
  readonly #timeoutMs: number;
  readonly #waiters = new Set<Waiter>();
  #storedUpTo = 0;
  #isUnavailable = false;

  constructor(timeoutMs: number = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /** Throws `service_unavailable` while the store is: a request refused before it is journaled is not stored later. */
  requireAvailable(): void {
    if (this.#isUnavailable) throw unavailableProblem();
  }

  /** Resolves when the group is stored. Throws `service_unavailable` after a timeout; it may be stored later. */
  async waitUntilStored(id: number): Promise<void> {
    if (id <= this.#storedUpTo) return;
    let timer: NodeJS.Timeout | undefined;
    let waiter: Waiter | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        waiter = { id, resolve, reject: () => reject(unavailableProblem()) };
        this.#waiters.add(waiter);
        timer = setTimeout(waiter.reject, this.#timeoutMs);
      });
    } finally {
      clearTimeout(timer);
      if (waiter) this.#waiters.delete(waiter);
    }
  }

  /** Called when all groups up to this id are stored. */
  markStored(upTo: number): void {
    this.#storedUpTo = upTo;
    this.#isUnavailable = false;
    for (const { id, resolve } of this.#waiters) if (id <= upTo) resolve();
  }

  /** Called when the store failed; the drain retries. */
  markUnavailable(): void {
    this.#isUnavailable = true;
  }

  /** Called when nothing will be stored any more. */
  fail(): void {
    this.#isUnavailable = true;
    for (const { reject } of this.#waiters) reject();
  }
}

function unavailableProblem() {
  return problem("service_unavailable", { retryAfter: RETRY_AFTER_SECONDS });
}
