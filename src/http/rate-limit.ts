import { newLruCache } from "../lib/lru-cache.ts";
import { problem } from "../lib/problem.ts";

const MAX_BUCKETS = 20_000;

export interface Rate {
  readonly perSecond: number;
  /** Tokens that a key has after a pause. */
  readonly burst: number;
  readonly detail?: string;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Limits each key or address on this node, with a token bucket for each of those seen last. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #onRefused: () => void;
  readonly #buckets = newLruCache<string, Bucket>(MAX_BUCKETS);

  constructor(rate: Rate, now: () => number, onRefused: () => void = () => undefined) {
    this.#rate = rate;
    this.#now = now;
    this.#onRefused = onRefused;
  }

  /**
   * Takes one token, or one for each event of a request: 0 if not known yet. The last token admits a request of any
   * size; those after it wait until its tokens are earned. Throws `throttled`, with the seconds until there is a token.
   */
  consume(id: string, count = 1): void {
    const { perSecond, burst, detail } = this.#rate;
    const now = this.#now();
    const bucket = this.#buckets.get(id) ?? this.#open(id, now);
    const earned = (Math.max(0, now - bucket.filledAt) / 1000) * perSecond;
    bucket.tokens = Math.min(burst, bucket.tokens + earned);
    bucket.filledAt = now;
    if (bucket.tokens < 1) {
      this.#onRefused();
      throw problem("throttled", { detail, retryAfter: (1 - bucket.tokens) / perSecond });
    }
    bucket.tokens -= count;
  }

  #open(id: string, now: number): Bucket {
    const bucket = { tokens: this.#rate.burst, filledAt: now };
    this.#buckets.set(id, bucket);
    return bucket;
  }
}
