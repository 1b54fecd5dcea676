import { problem } from "../problem.ts";

interface Waiter {
  readonly id: number;
  readonly resolve: () => void;
  readonly reject: () => void;
}

const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Knows what the store has of the journal, for requests that are answered only when the store has them. */
export class StoreWatch {
  readonly #timeoutMs: number;
  readonly #waiters = new Set<Waiter>();
  #storedUpTo = 0;
  #isUnavailable = false;

  constructor(patienceMs: number = TIMEOUT_MS) {
    this.#timeoutMs = patienceMs;
  }

  /** Throws `service_unavailable` while the store takes nothing: what is refused before it is in the journal does not come into the store later. */
  requireAvailable(): void {
    if (this.#isUnavailable) throw unavailableProblem();
  }

  /** Resolves when the store has the groups up to this id; `service_unavailable` where it has not for too long, and perhaps takes them later. */
  async waitUntilStored(id: number): Promise<void> {
    if (id <= this.#storedUpTo) return;
    let timer: NodeJS.Timeout | undefined;
    let waiting: Waiter | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        waiting = { id, resolve, reject: () => reject(unavailableProblem()) };
        this.#waiters.add(waiting);
        timer = setTimeout(waiting.reject, this.#timeoutMs);
      });
    } finally {
      clearTimeout(timer);
      if (waiting) this.#waiters.delete(waiting);
    }
  }

  /** The store has every group up to this id. */
  markStored(upTo: number): void {
    this.#storedUpTo = upTo;
    this.#isUnavailable = false;
    for (const { id, resolve } of this.#waiters) if (id <= upTo) resolve();
  }

  /** The store did not take what it was given; it is tried again. */
  markUnavailable(): void {
    this.#isUnavailable = true;
  }

  /** Nothing more comes into the store. */
  fail(): void {
    this.#isUnavailable = true;
    for (const { reject } of this.#waiters) reject();
  }
}

function unavailableProblem() {
  return problem("service_unavailable", { retryAfter: RETRY_AFTER_SECONDS });
}
