import { newLruCache } from "../lib/lru-cache.ts";
import { problem } from "../lib/problem.ts";
import type { Config } from "../settings/config.ts";
import { mapMaybe } from "../store/lookup-cache.ts";
import type { ProjectFinder } from "../tenants/keyring.ts";

const SHARE_DETAIL = "Too many requests by this link. Try again later.";
const ADDRESS_DETAIL = "Too many requests from this address. Try again later.";
const PASSWORD_DETAIL = "Too many tries. Try again later.";

const MAX_BUCKETS = 20_000;

interface Rate {
  readonly perSecond: number;
  /** After a pause. */
  readonly burst: number;
  readonly detail?: string | undefined;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const byMinute = (rate: number, detail?: string): Rate => ({ perSecond: rate / 60, burst: rate, detail });

function bySecond(perSecond: number, { RATE_LIMIT_BURST_SECONDS }: Config, detail?: string): Rate {
  return { perSecond, burst: perSecond * RATE_LIMIT_BURST_SECONDS, detail };
}

/** The rate of each limit; 0 for none. */
const RATES = {
  personal_key_requests: (config) => byMinute(config.RATE_LIMIT_PER_MINUTE),
  invite_attempts: (config) => byMinute(config.INVITE_ATTEMPTS_PER_MINUTE, ADDRESS_DETAIL),
  sign_in_attempts: (config) => byMinute(config.SIGN_IN_ATTEMPTS_PER_MINUTE, ADDRESS_DETAIL),
  /** For one address from all clients together. */
  password_attempts: () => ({ perSecond: 1 / 60, burst: 10, detail: PASSWORD_DETAIL }),
  key_requests: (config) => bySecond(config.RATE_LIMIT_KEY_REQUESTS_PER_SECOND, config),
  key_events: (config) => bySecond(config.RATE_LIMIT_KEY_EVENTS_PER_SECOND, config),
  address_requests: (config) => bySecond(config.RATE_LIMIT_ADDRESS_REQUESTS_PER_SECOND, config, ADDRESS_DETAIL),
  address_events: (config) => bySecond(config.RATE_LIMIT_ADDRESS_EVENTS_PER_SECOND, config, ADDRESS_DETAIL),
  address_pages: (config) => bySecond(config.RATE_LIMIT_ADDRESS_PAGES_PER_SECOND, config, ADDRESS_DETAIL),
  /** How often a link is opened, or an answer computed for it. */
  share_requests: () => ({ perSecond: 5, burst: 300, detail: SHARE_DETAIL }),
} satisfies Readonly<Record<string, (config: Config) => Rate>>;

export type LimitName = keyof typeof RATES;
export const LIMIT_NAMES = Object.keys(RATES) as LimitName[];
export type RateLimits = Readonly<Record<LimitName, RateLimit | null>>;

export function createRateLimits(config: Config, now: () => number, onRefused: (limit: LimitName) => void): RateLimits {
  const limits = LIMIT_NAMES.map((name) => {
    const rate = RATES[name](config);
    return [name, rate.perSecond === 0 ? null : newRateLimit(rate, now, () => onRefused(name))] as const;
  });
  return Object.fromEntries(limits) as RateLimits;
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

export type RateLimit = ReturnType<typeof newRateLimit>;

/** Limits each key or address on this node, with a token bucket for each of those seen last. */
export function newRateLimit(
  { perSecond, burst, detail }: Rate,
  now: () => number,
  onRefused: () => void = () => undefined,
) {
  const buckets = newLruCache<string, Bucket>(MAX_BUCKETS);
  return {
    /**
     * Takes one token, or one for each event of a request: 0 if not known yet. The last token admits a request of any
     * size; those after it wait until its tokens are earned. Throws `throttled`, with the seconds until there is one.
     */
    consume(id: string, count = 1): void {
      const at = now();
      const known = buckets.get(id);
      const bucket = known ?? { tokens: burst, filledAt: at };
      if (!known) buckets.set(id, bucket);
      const earned = (Math.max(0, at - bucket.filledAt) / 1000) * perSecond;
      bucket.tokens = Math.min(burst, bucket.tokens + earned);
      bucket.filledAt = at;
      if (bucket.tokens < 1) {
        onRefused();
        throw problem("throttled", { detail, retryAfter: (1 - bucket.tokens) / perSecond });
      }
      bucket.tokens -= count;
    },
  };
}
