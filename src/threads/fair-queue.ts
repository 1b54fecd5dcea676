/** Runs one task at a time. Clients take turns, so that one with many tasks delays each other client by one task. */
export class FairQueue {
  /** The tasks that wait, by client; the first client is the next one. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #maxPerClient: number;
  readonly #max: number;
  #count = 0;
  #isBusy = false;

  constructor({ max, maxPerClient }: { readonly max: number; readonly maxPerClient: number }) {
    this.#max = max;
    this.#maxPerClient = maxPerClient;
  }

  /** Runs the task when it is its turn. Returns null, and does not run it, if too many tasks wait. */
  run<T>(client: string, task: () => Promise<T>): Promise<T> | null {
    if (!this.#isBusy) {
      this.#isBusy = true;
      return this.#runNow(task);
    }
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
    const [next] = this.#waiting;
    if (!next) {
      this.#isBusy = false;
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
