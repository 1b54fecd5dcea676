import type { Config } from "../settings/config.ts";
import { mapMaybe } from "../store/lookup-cache.ts";
import type { ProjectFinder } from "../tenants/keyring.ts";
import { RateLimit } from "./rate-limit.ts";

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
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Null for limits that are off. */
export type RateLimits = Readonly<Record<LimitName, RateLimit | null>>;

const ADDRESS_DETAIL = "Too many requests from this address. Try again later.";

/** Password tries for one address after a pause, from all clients together; one more each minute. */
const PASSWORD_TRIES = 10;

export function createRateLimits(config: Config, now: () => number, onRefused: (limit: LimitName) => void): RateLimits {
  const limit = (name: LimitName, perSecond: number, burst: number, detail?: string) => {
    if (perSecond === 0) return null;
    return new RateLimit({ perSecond, burst, ...(detail !== undefined && { detail }) }, now, () => onRefused(name));
  };
  const perSecond = (name: LimitName, rate: number, detail?: string) =>
    limit(name, rate, rate * config.RATE_LIMIT_BURST_SECONDS, detail);
  const perMinute = config.RATE_LIMIT_PER_MINUTE;
  return {
    personal_key_requests: limit("personal_key_requests", perMinute / 60, perMinute),
    invite_attempts: limit(
      "invite_attempts",
      config.INVITE_ATTEMPTS_PER_MINUTE / 60,
      config.INVITE_ATTEMPTS_PER_MINUTE,
      ADDRESS_DETAIL,
    ),
    sign_in_attempts: limit(
      "sign_in_attempts",
      config.SIGN_IN_ATTEMPTS_PER_MINUTE / 60,
      config.SIGN_IN_ATTEMPTS_PER_MINUTE,
      ADDRESS_DETAIL,
    ),
    password_attempts: limit("password_attempts", 1 / 60, PASSWORD_TRIES, "Too many tries. Try again later."),
    key_requests: perSecond("key_requests", config.RATE_LIMIT_KEY_REQUESTS_PER_SECOND),
    key_events: perSecond("key_events", config.RATE_LIMIT_KEY_EVENTS_PER_SECOND),
    address_requests: perSecond("address_requests", config.RATE_LIMIT_ADDRESS_REQUESTS_PER_SECOND, ADDRESS_DETAIL),
    address_events: perSecond("address_events", config.RATE_LIMIT_ADDRESS_EVENTS_PER_SECOND, ADDRESS_DETAIL),
    address_pages: perSecond("address_pages", config.RATE_LIMIT_ADDRESS_PAGES_PER_SECOND, ADDRESS_DETAIL),
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
