import { newLruCache } from "../lib/lru-cache.ts";
import { problem } from "../lib/problem.ts";
import type { Config } from "../settings/config.ts";
import { mapMaybe } from "../store/lookup-cache.ts";
import type { ProjectFinder } from "../tenants/keyring.ts";

export const LIMIT_NAMES = [
  "personal_key_requests",
  "invite_attempts",
  "sign_in_attempts",
  "password_attempts",
  "key_requests",
  "key_events",
  "address_requests",
  "address_events",
  "address_pages",
  "share_requests",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

export type RateLimits = Readonly<Record<LimitName, RateLimit | null>>;

const SHARE_DETAIL = "Too many requests by this link. Try again later.";
const ADDRESS_DETAIL = "Too many requests from this address. Try again later.";

/** How often a link is opened, or an answer computed for it, in a second, and after a pause. */
const SHARE_REQUESTS = { perSecond: 5, burst: 300 };

/** Password tries for one address after a pause, from all clients together; one more each minute. */
const PASSWORD_TRIES = 10;

const MAX_BUCKETS = 20_000;

interface Rate {
  readonly perSecond: number;
  readonly burst: number;
  readonly detail?: string;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

export function createRateLimits(config: Config, now: () => number, onRefused: (limit: LimitName) => void): RateLimits {
  const limit = (name: LimitName, perSecond: number, burst: number, detail?: string) => {
    if (perSecond === 0) return null;
    return new RateLimit({ perSecond, burst, ...(detail !== undefined && { detail }) }, now, () => onRefused(name));
  };
  const perSecond = (name: LimitName, rate: number, detail?: string) =>
    limit(name, rate, rate * config.RATE_LIMIT_BURST_SECONDS, detail);
  const attempts = (name: LimitName, rate: number) => limit(name, rate / 60, rate, ADDRESS_DETAIL);
  const perMinute = config.RATE_LIMIT_PER_MINUTE;
  return {
    personal_key_requests: limit("personal_key_requests", perMinute / 60, perMinute),
    invite_attempts: attempts("invite_attempts", config.INVITE_ATTEMPTS_PER_MINUTE),
    sign_in_attempts: attempts("sign_in_attempts", config.SIGN_IN_ATTEMPTS_PER_MINUTE),
    password_attempts: limit("password_attempts", 1 / 60, PASSWORD_TRIES, "Too many tries. Try again later."),
    key_requests: perSecond("key_requests", config.RATE_LIMIT_KEY_REQUESTS_PER_SECOND),
    key_events: perSecond("key_events", config.RATE_LIMIT_KEY_EVENTS_PER_SECOND),
    address_requests: perSecond("address_requests", config.RATE_LIMIT_ADDRESS_REQUESTS_PER_SECOND, ADDRESS_DETAIL),
    address_events: perSecond("address_events", config.RATE_LIMIT_ADDRESS_EVENTS_PER_SECOND, ADDRESS_DETAIL),
    address_pages: perSecond("address_pages", config.RATE_LIMIT_ADDRESS_PAGES_PER_SECOND, ADDRESS_DETAIL),
    share_requests: limit("share_requests", SHARE_REQUESTS.perSecond, SHARE_REQUESTS.burst, SHARE_DETAIL),
  };
}

/** Counts each request against the limit of its key. Returns the same finder if there is no limit. */
export function countRequests(
  projects: Pick<ProjectFinder, "find">,
  limit: RateLimit | null,
): Pick<ProjectFinder, "find"> {
  if (limit === null) return projects;
  return {
    find: (credentials) =>
      mapMaybe(projects.find(credentials), (access) => {
        limit.consume(access.keyId);
        return access;
      }),
  };
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
