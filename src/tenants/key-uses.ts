import type { Closer } from "../lib/threads/closers.ts";
import { startPeriodic } from "../lib/threads/retry.ts";
import type { Millis } from "../store/ports/common.ts";
import type { Key, Keys } from "../store/records/keys.ts";

const HOUR_MS = 3_600_000;
/** Exceeds the keys used in an interval by any installation; further uses are noted when those keys are found again. */
const MAX_NOTED_KEYS = 10_000;

/** Notes the hours in which keys are used, off the path of requests. A use lost in a crash is noted with the next. */
export class KeyUses {
  readonly #keys: Pick<Keys, "recordUses">;
  readonly #now: () => Millis;
  readonly #noted = new Map<string, Millis>();

  constructor(keys: Pick<Keys, "recordUses">, now: () => Millis = Date.now) {
    this.#keys = keys;
    this.#now = now;
  }

  /** Called with a key just read from the store because of a request. */
  note({ id, lastUsedAt }: Key): void {
    const now = this.#now();
    const hour = now - (now % HOUR_MS);
    if (lastUsedAt !== null && lastUsedAt >= hour) return;
    if (this.#noted.has(id) || this.#noted.size < MAX_NOTED_KEYS) this.#noted.set(id, hour);
  }

  /** Stores noted uses. After an error, the next call does. */
  async store(): Promise<void> {
    const uses = [...this.#noted].map(([id, at]) => ({ id, at }));
    if (uses.length === 0) return;
    await this.#keys.recordUses(uses);
    for (const { id, at } of uses) if (this.#noted.get(id) === at) this.#noted.delete(id);
  }
}

const INTERVAL_MS = 10_000;

/** Stores periodically while keys are used, and at the end. Reports failures to `onLate`. */
export function startKeyUses(keys: Keys, closers: Closer[], onLate: (error: unknown) => void): KeyUses {
  const keyUses = new KeyUses(keys);
  const storing = startPeriodic(() => keyUses.store(), INTERVAL_MS, onLate);
  closers.push(async () => {
    await storing.stop();
    await keyUses.store().catch(() => undefined); // a missing use does no harm
  });
  return keyUses;
}
