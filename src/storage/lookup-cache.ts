import { LRUCache } from "lru-cache";
import { StoreUnavailable } from "./ports/common.ts";

interface CachedLookup<T> {
  readonly value: T | null;
  readonly freshUntil: number;
}

interface LookupCacheOptions {
  readonly now: () => number;
  /** How long an answer is given again without asking the store, in milliseconds. */
  readonly ttlMs: number;
  /** How many found things, and as many missing ones, are remembered. */
  readonly max: number;
  /** How long a caller who could be given the last answer waits for a store that does not answer, in milliseconds. */
  readonly staleTimeoutMs?: number;
}

const STALE_TIMEOUT_MS = 1000;

/**
 * Remembers for a moment what the store knows under a name, also that it knows nothing. Each name is looked up once at a time.
 * While the store is unavailable, what was found before is still given, as old as it may be; that something was missing is not.
 */
export class LookupCache<T extends object> {
  readonly #find: (name: string) => Promise<T | null>;
  readonly #options: Required<LookupCacheOptions>;
  readonly #found: LRUCache<string, CachedLookup<T>>;
  /** Apart from the found ones, so that a flood of wrong names drives out no right one. */
  readonly #missing: LRUCache<string, CachedLookup<T>>;
  readonly #inFlight = new Map<string, Promise<T | null>>();

  constructor(find: (name: string) => Promise<T | null>, options: LookupCacheOptions) {
    this.#find = find;
    this.#options = { staleTimeoutMs: STALE_TIMEOUT_MS, ...options };
    this.#found = new LRUCache({ max: options.max });
    this.#missing = new LRUCache({ max: options.max });
  }

  /** The thing of this name, or null. Throws `StoreUnavailable` where neither the store nor the memory can tell. */
  async get(name: string): Promise<T | null> {
    const known = this.#found.get(name) ?? this.#missing.get(name);
    if (known !== undefined && this.#options.now() < known.freshUntil) return known.value;
    const loading = this.#load(name);
    return known === undefined || known.value === null ? loading : this.#loadOrStale(name, loading, known.value);
  }

  #load(name: string): Promise<T | null> {
    const underWay = this.#inFlight.get(name);
    if (underWay !== undefined) return underWay;
    const loading = this.#find(name)
      .then((value) => {
        this.#cache(name, value);
        return value;
      })
      .finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, loading);
    return loading;
  }

  async #loadOrStale(name: string, loading: Promise<T | null>, old: T): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, this.#options.staleTimeoutMs, "late");
    });
    try {
      const answer = await Promise.race([loading, timeout]);
      if (answer !== "late") return answer;
      loading.catch(() => {});
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#cache(name, old);
    return old;
  }

  #cache(name: string, value: T | null): void {
    const answer = { value, freshUntil: this.#options.now() + this.#options.ttlMs };
    (value === null ? this.#missing : this.#found).set(name, answer);
    (value === null ? this.#found : this.#missing).delete(name);
  }
}
