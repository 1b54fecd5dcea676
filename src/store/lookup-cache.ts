import { newLruCache } from "../lib/lru-cache.ts";
import { ownText } from "../lib/recent-map.ts";
import { StoreUnavailable } from "./ports/common.ts";

/** A value that is usually known at once, without the cost of a promise. */
export type MaybePromise<T> = T | Promise<T>;

export function mapMaybe<T, U>(value: MaybePromise<T>, use: (value: T) => U): MaybePromise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

type CachedLookup<T> = { readonly value: T | null; readonly freshUntil: number };

interface LookupCacheOptions {
  readonly now: () => number;
  readonly ttlMs: number;
  /** The maximum number of found values, and as many missing ones. */
  readonly max: number;
  /** How long to wait for the store before returning a stale value. */
  readonly staleTimeoutMs?: number;
}

const DEFAULT_STALE_TIMEOUT_MS = 1000;

export type LookupCache<T extends object> = ReturnType<typeof lookupCache<T>>;

/**
 * Caches lookups, and shares concurrent ones. Returns found values, however stale, while the store is unavailable.
 * `find` gets the value that was found before if it is still cached.
 */
export function lookupCache<T extends object>(
  find: (name: string, stale: T | null) => Promise<T | null>,
  { now, ttlMs, max, staleTimeoutMs = DEFAULT_STALE_TIMEOUT_MS }: LookupCacheOptions,
) {
  const found = newLruCache<string, CachedLookup<T>>(max);
  /** Kept apart so that a flood of unknown names evicts no found value. */
  const missing = newLruCache<string, CachedLookup<T>>(max);
  const inFlight = new Map<string, Promise<T | null>>();

  const cache = (name: string, value: T | null) => {
    (value === null ? missing : found).set(ownText(name), { value, freshUntil: now() + ttlMs });
    (value === null ? found : missing).delete(name);
  };
  const load = (name: string): Promise<T | null> => {
    const known = inFlight.get(name);
    if (known !== undefined) return known;
    const loading = find(name, found.peek(name)?.value ?? null)
      .then((value) => {
        cache(name, value);
        return value;
      })
      .finally(() => inFlight.delete(name));
    inFlight.set(name, loading);
    return loading;
  };
  const loadOrStale = async (name: string, loading: Promise<T | null>, stale: T): Promise<T | null> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, staleTimeoutMs, "late");
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
    cache(name, stale);
    return stale;
  };
  /** Looks the name up even if it is cached. Resolves and rejects as `get` does. */
  const refresh = async (name: string): Promise<T | null> => {
    const loading = load(name);
    const stale = found.get(name);
    return stale === undefined || stale.value === null ? loading : loadOrStale(name, loading, stale.value);
  };
  return {
    refresh,

    /** Returns at once if cached. Rejects with `StoreUnavailable` if neither the store nor the cache can tell. */
    get(name: string): MaybePromise<T | null> {
      const cached = found.get(name) ?? missing.get(name);
      if (cached === undefined) return refresh(name);
      const freshMs = cached.freshUntil - now();
      // A clock that was set back must not keep a value for longer.
      return freshMs > 0 && freshMs <= ttlMs ? cached.value : refresh(name);
    },

    clear(): void {
      found.clear();
      missing.clear();
    },
  };
}
