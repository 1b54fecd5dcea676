export interface FairQueueOptions {
  /** How many tasks may wait, and how many of one client. */
  readonly max: number;
  readonly maxPerClient: number;
  readonly atOnce?: number;
}

/** Runs one task at a time, or a few. Clients take turns, so that the many tasks of one hardly delay the others. */
export class FairQueue {
  /** The tasks that wait, by client; the first client is the next one. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Tasks that come before all waiting ones. */
  readonly #next: (() => void)[] = [];
  readonly #maxPerClient: number;
  readonly #max: number;
  readonly #atOnce: number;
  #count = 0;
  #running = 0;

  constructor({ max, maxPerClient, atOnce = 1 }: FairQueueOptions) {
    this.#max = max;
    this.#maxPerClient = maxPerClient;
    this.#atOnce = atOnce;
  }

  /** Runs the task in its turn, or as the next one. Returns null, and does not run it, if too many tasks wait. */
  run<T>(client: string, task: () => Promise<T>, isNext = false): Promise<T> | null {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return this.#runNow(task);
    }
    if (isNext) return new Promise<void>((resolve) => this.#next.push(resolve)).then(() => this.#runNow(task));
    const others = this.#waiting.get(client) ?? [];
    if (this.#count >= this.#max || others.length >= this.#maxPerClient) return null;
    this.#count += 1;
    this.#waiting.set(client, others);
    return new Promise<void>((resolve) => others.push(resolve)).then(() => this.#runNow(task));
  }

  async #runNow<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } finally {
      this.#startNext();
    }
  }

  #startNext(): void {
    const startUrgent = this.#next.shift();
    if (startUrgent) {
      startUrgent();
      return;
    }
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [client, tasks] = next;
    this.#waiting.delete(client);
    const start = tasks.shift();
    if (tasks.length > 0) this.#waiting.set(client, tasks); // behind all others
    this.#count -= 1;
    start?.();
  }
}
