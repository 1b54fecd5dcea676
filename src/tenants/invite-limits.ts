import { createHash } from "node:crypto";
import { problem } from "../lib/problem.ts";
import { MAX_INVITES_PER_HOUR } from "../settings/setting-readers.ts";
import type { Millis, OrganizationId } from "../store/ports/common.ts";
import type { RecentInvite } from "../store/records/invites.ts";
import { canonicalAddress } from "./email.ts";

const HOUR_MS = 3_600_000;

/** Keeps invites from being used to send mail to strangers. */
export interface InviteLimits {
  /** Maximum invites in any hour, including deleted ones; 0: no limit. */
  readonly perHour: number;
  /** Milliseconds until an address can be invited again; 0: at once. */
  readonly repeatMs: Millis;
}

export class UninvitableAddress extends Error {
  readonly index: number;
  /** Seconds until it can be invited; undefined if a retry makes no sense. */
  readonly retryAfter: number | undefined;

  constructor(index: number, message: string, retryAfter?: number) {
    super(message);
    this.name = "UninvitableAddress";
    this.index = index;
    this.retryAfter = retryAfter;
  }
}

/**
 * Adds all addresses to the recent invites, or none. Throws `throttled` and `max_length` for too many, and
 * `UninvitableAddress` for an address that was invited just now.
 */
export function admitInvites(
  recent: readonly RecentInvite[],
  addresses: readonly string[],
  now: Millis,
  { perHour, repeatMs }: InviteLimits,
): RecentInvite[] {
  if (perHour > 0) rejectTooMany(recent, addresses.length, now, perHour);
  const invitedAt = new Map(recent.map(({ address, at }) => [address, at]));
  for (const [index, address] of addresses.entries()) {
    const waitMs = (invitedAt.get(address) ?? Number.NEGATIVE_INFINITY) + repeatMs - now;
    if (waitMs <= 0) continue;
    throw new UninvitableAddress(index, "This address was invited just now. Try again later.", waitMs / 1000);
  }
  const kept = recent.filter(isWithin(Math.max(HOUR_MS, repeatMs), now));
  return [...kept, ...addresses.map((address) => ({ address, at: now }))].slice(-MAX_INVITES_PER_HOUR);
}

function rejectTooMany(recent: readonly RecentInvite[], count: number, now: Millis, perHour: number): void {
  if (count > perHour) throw problem("max_length", { detail: `At most ${perHour} invites an hour are allowed.` });
  const times = recent
    .filter(isWithin(HOUR_MS, now))
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const excess = times.length + count - perHour;
  const last = times[excess - 1]; // the last that must be an hour old before all are admitted
  if (last === undefined) return;
  const detail = `At most ${perHour} invites an hour are allowed. Try again later.`;
  throw problem("throttled", { detail, retryAfter: (last + HOUR_MS - now) / 1000 });
}

/** Ignores times further ahead, from a clock that was wrong. */
function isWithin(periodMs: Millis, now: Millis) {
  return ({ at }: RecentInvite) => at > now - periodMs && at < now + periodMs;
}

/** Hashes an address for the list of recent invites: a deleted invite must not leave its address. */
export function hashAddress(organizationId: OrganizationId, address: string): string {
  return createHash("sha256")
    .update(`${organizationId} ${canonicalAddress(address)}`)
    .digest("base64url");
}
