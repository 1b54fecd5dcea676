import { LookupCache } from "../storage/lookup-cache.ts";
import type { Keys, PersonalKey, ProjectKey } from "../storage/ports/keys.ts";
import { lookupOf } from "./keys.ts";

/** A revoked key ends, and a new one begins, at most this long after. */
export const KEY_FRESH_MILLIS = 2000;
const REMEMBERED_KEYS = 10_000;

/** Finds presented keys, from memory where it can. */
export class Keyring {
  readonly #cache: LookupCache<PersonalKey | ProjectKey>;

  constructor(keys: Pick<Keys, "find">, now: () => number = Date.now) {
    const options = { now, freshMillis: KEY_FRESH_MILLIS, max: REMEMBERED_KEYS };
    this.#cache = new LookupCache((lookup) => keys.find(lookup), options);
  }

  /** The project key in force, or null. Throws `StoreUnavailable` where neither the store nor the memory can tell. */
  async projectKey(presented: string): Promise<ProjectKey | null> {
    const key = await this.#find(presented);
    return key?.kind === "project" ? key : null;
  }

  /** The personal key in force, or null. Throws `StoreUnavailable` where neither the store nor the memory can tell. */
  async personalKey(presented: string): Promise<PersonalKey | null> {
    const key = await this.#find(presented);
    return key?.kind === "personal" ? key : null;
  }

  async #find(presented: string): Promise<PersonalKey | ProjectKey | null> {
    const lookup = lookupOf(presented);
    return lookup === null ? null : this.#cache.get(lookup);
  }
}
