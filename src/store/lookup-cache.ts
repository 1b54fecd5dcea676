import type { LRUCache } from "lru-cache";
import { newLruCache } from "../lib/lru-cache.ts";
import { ownText } from "../lib/recent-map.ts";
import { StoreUnavailable } from "./ports/common.ts";

/** A value that is usually known at once, without the cost of a promise. */
export type MaybePromise<T> = T | Promise<T>;

export function mapMaybe<T, U>(value: MaybePromise<T>, use: (value: T) => U): MaybePromise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

interface CachedLookup<T> {
  readonly value: T | null;
  readonly freshUntil: number;
}

interface LookupCacheOptions {
  readonly now: () => number;
  readonly ttlMs: number;
  /** The maximum number of found values, and as many missing ones. */
  readonly max: number;
  /** How long to wait for the store before returning a stale value. */
  readonly staleTimeoutMs?: number;
}

const DEFAULT_STALE_TIMEOUT_MS = 1000;

/** Caches lookups, and shares concurrent ones. Returns found values, however stale, while the store is unavailable. */
export class LookupCache<T extends object> {
  readonly #find: (name: string, stale: T | null) => Promise<T | null>;
  readonly #options: Required<LookupCacheOptions>;
  readonly #found: LRUCache<string, CachedLookup<T>>;
  /** Kept apart so that a flood of unknown names evicts no found value. */
  readonly #missing: LRUCache<string, CachedLookup<T>>;
  readonly #inFlight = new Map<string, Promise<T | null>>();

  /** `find` gets the value that was found before if it is still cached. */
  constructor(find: (name: string, stale: T | null) => Promise<T | null>, options: LookupCacheOptions) {
    this.#find = find;
    this.#options = { staleTimeoutMs: DEFAULT_STALE_TIMEOUT_MS, ...options };
    this.#found = newLruCache(options.max);
    this.#missing = newLruCache(options.max);
  }

  /** Returns at once if cached. Rejects with `StoreUnavailable` if neither the store nor the cache can tell. */
  get(name: string): MaybePromise<T | null> {
    const cached = this.#found.get(name) ?? this.#missing.get(name);
    if (cached === undefined) return this.refresh(name);
    const freshMs = cached.freshUntil - this.#options.now();
    // A clock that was set back must not keep a value for longer.
    return freshMs > 0 && freshMs <= this.#options.ttlMs ? cached.value : this.refresh(name);
  }

  /** Looks the name up even if it is cached. Resolves and rejects as `get` does. */
  async refresh(name: string): Promise<T | null> {
    const loading = this.#load(name);
    const stale = this.#found.get(name);
    return stale === undefined || stale.value === null ? loading : this.#loadOrStale(name, loading, stale.value);
  }

  clear(): void {
    this.#found.clear();
    this.#missing.clear();
  }

  #load(name: string): Promise<T | null> {
    const inFlight = this.#inFlight.get(name);
    if (inFlight !== undefined) return inFlight;
    const loading = this.#find(name, this.#found.peek(name)?.value ?? null)
      .then((value) => {
        this.#cache(name, value);
        return value;
      })
      .finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, loading);
    return loading;
  }

  async #loadOrStale(name: string, loading: Promise<T | null>, stale: T): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, this.#options.staleTimeoutMs, "late");
    });
    try {
      const result = await Promise.race([loading, timeout]);
      if (result !== "late") return result;
      loading.catch(() => {});
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#cache(name, stale);
    return stale;
  }

  #cache(name: string, value: T | null): void {
    const lookup = { value, freshUntil: this.#options.now() + this.#options.ttlMs };
    (value === null ? this.#missing : this.#found).set(ownText(name), lookup);
    (value === null ? this.#found : this.#missing).delete(name);
  }
}
