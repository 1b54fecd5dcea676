import { LRUCache } from "lru-cache";
import { problem } from "../problem.ts";

const WINDOW_MS = 60_000;
const MAX_TRACKED_KEYS = 10_000;

/** Limits the requests of each key in windows of a minute, on this node. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #windows = new LRUCache<string, { readonly ends: number; used: number }>({ max: MAX_TRACKED_KEYS });

  /** 0 requests per minute means no limit. */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts a request. Throws `throttled`, with the seconds until the next window, if the key exceeds this one. */
  consume(keyId: string): void {
    if (this.#perMinute === 0) return;
    const now = this.#now();
    let window = this.#windows.get(keyId);
    if (!window || window.ends <= now) {
      window = { ends: now + WINDOW_MS, used: 0 };
      this.#windows.set(keyId, window);
    }
    window.used += 1;
    if (window.used > this.#perMinute) throw problem("throttled", { retryAfter: (window.ends - now) / 1000 });
  }
}
