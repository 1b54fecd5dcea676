import { LookupCache } from "../storage/lookup-cache.ts";
import type { Keys, PersonalKey, ProjectKey } from "../storage/ports/keys.ts";
import { computeKeyLookup } from "./api-keys.ts";

/** A revoked key ends, and a new one begins, at most this long after. */
export const KEY_CACHE_TTL_MS = 2000;
const MAX_CACHED_KEYS = 10_000;

/** Finds presented keys, from memory where it can. */
export class Keyring {
  readonly #cache: LookupCache<PersonalKey | ProjectKey>;

  constructor(keys: Pick<Keys, "find">, now: () => number = Date.now) {
    const options = { now, ttlMs: KEY_CACHE_TTL_MS, max: MAX_CACHED_KEYS };
    this.#cache = new LookupCache((lookup) => keys.find(lookup), options);
  }

  /** The project key in force, or null. Throws `StoreUnavailable` where neither the store nor the memory can tell. */
  async findProjectKey(presented: string): Promise<ProjectKey | null> {
    const key = await this.#find(presented);
    return key?.kind === "project" ? key : null;
  }

  /** The personal key in force, or null. Throws `StoreUnavailable` where neither the store nor the memory can tell. */
  async findPersonalKey(presented: string): Promise<PersonalKey | null> {
    const key = await this.#find(presented);
    return key?.kind === "personal" ? key : null;
  }

  async #find(presented: string): Promise<PersonalKey | ProjectKey | null> {
    const lookup = computeKeyLookup(presented);
    return lookup === null ? null : this.#cache.get(lookup);
  }
}
