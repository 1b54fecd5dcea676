import { LRUCache } from "lru-cache";
import { StoreUnavailable } from "./ports/common.ts";

interface Answer<T> {
  readonly value: T | null;
  readonly freshUntil: number;
}

interface LookupCacheOptions {
  readonly now: () => number;
  /** How long an answer is given again without asking the store, in milliseconds. */
  readonly freshMillis: number;
  /** How many found things, and as many missing ones, are remembered. */
  readonly max: number;
  /** How long a caller who could be given the last answer waits for a store that does not answer, in milliseconds. */
  readonly patienceMillis?: number;
}

const PATIENCE_MILLIS = 1000;

/**
 * Remembers for a moment what the store knows under a name, also that it knows nothing. Each name is looked up once at a time.
 * While the store is unavailable, what was found before is still given, as old as it may be; that something was missing is not.
 */
export class LookupCache<T extends object> {
  readonly #find: (name: string) => Promise<T | null>;
  readonly #options: Required<LookupCacheOptions>;
  readonly #found: LRUCache<string, Answer<T>>;
  /** Apart from the found ones, so that a flood of wrong names drives out no right one. */
  readonly #missing: LRUCache<string, Answer<T>>;
  readonly #inFlight = new Map<string, Promise<T | null>>();

  constructor(find: (name: string) => Promise<T | null>, options: LookupCacheOptions) {
    this.#find = find;
    this.#options = { patienceMillis: PATIENCE_MILLIS, ...options };
    this.#found = new LRUCache({ max: options.max });
    this.#missing = new LRUCache({ max: options.max });
  }

  /** The thing of this name, or null. Throws `StoreUnavailable` where neither the store nor the memory can tell. */
  async get(name: string): Promise<T | null> {
    const known = this.#found.get(name) ?? this.#missing.get(name);
    if (known !== undefined && this.#options.now() < known.freshUntil) return known.value;
    const asked = this.#ask(name);
    return known === undefined || known.value === null ? asked : this.#preferNew(name, asked, known.value);
  }

  #ask(name: string): Promise<T | null> {
    const underWay = this.#inFlight.get(name);
    if (underWay !== undefined) return underWay;
    const asked = this.#find(name)
      .then((value) => {
        this.#remember(name, value);
        return value;
      })
      .finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, asked);
    return asked;
  }

  async #preferNew(name: string, asked: Promise<T | null>, old: T): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, this.#options.patienceMillis, "late");
    });
    try {
      const answer = await Promise.race([asked, patience]);
      if (answer !== "late") return answer;
      asked.catch(() => {});
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#remember(name, old);
    return old;
  }

  #remember(name: string, value: T | null): void {
    const answer = { value, freshUntil: this.#options.now() + this.#options.freshMillis };
    (value === null ? this.#missing : this.#found).set(name, answer);
    (value === null ? this.#found : this.#missing).delete(name);
  }
}
