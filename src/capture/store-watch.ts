import { problem } from "../problem.ts";

interface Waiting {
  readonly id: number;
  readonly resolve: () => void;
  readonly reject: () => void;
}

const PATIENCE_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Knows what the store has of the journal, for requests that are answered only when the store has them. */
export class StoreWatch {
  readonly #patienceMs: number;
  readonly #waiting = new Set<Waiting>();
  #stored = 0;
  #isAway = false;

  constructor(patienceMs: number = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** Throws `service_unavailable` while the store takes nothing: what is refused before it is in the journal does not come into the store later. */
  requireStore(): void {
    if (this.#isAway) throw unavailable();
  }

  /** Resolves when the store has the groups up to this id; `service_unavailable` where it has not for too long, and perhaps takes them later. */
  async has(id: number): Promise<void> {
    if (id <= this.#stored) return;
    let timer: NodeJS.Timeout | undefined;
    let waiting: Waiting | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        waiting = { id, resolve, reject: () => reject(unavailable()) };
        this.#waiting.add(waiting);
        timer = setTimeout(waiting.reject, this.#patienceMs);
      });
    } finally {
      clearTimeout(timer);
      if (waiting) this.#waiting.delete(waiting);
    }
  }

  /** The store has every group up to this id. */
  stored(upTo: number): void {
    this.#stored = upTo;
    this.#isAway = false;
    for (const { id, resolve } of this.#waiting) if (id <= upTo) resolve();
  }

  /** The store did not take what it was given; it is tried again. */
  away(): void {
    this.#isAway = true;
  }

  /** Nothing more comes into the store. */
  fail(): void {
    this.#isAway = true;
    for (const { reject } of this.#waiting) reject();
  }
}

function unavailable() {
  return problem("service_unavailable", { retryAfter: RETRY_AFTER_SECONDS });
}
