import type { Millis } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { OIDC_SIGN_INS, SESSIONS, SIGN_IN_LINKS } from "../../store/records/sign-in-kinds.ts";

export const REFUSAL_REASONS = [
  /** The provider cannot be reached, or its answers make no sense. */
  "unavailable",
  /** The sign-in began too long ago, in another browser, or has ended already. */
  "expired",
  /** The provider did not sign the person in. */
  "denied",
  /** The provider does not say that the address is verified. */
  "unverified",
  /** The address is neither a member's nor invited. */
  "stranger",
  /** The member signs in with another account of the provider. */
  "other_account",
  "throttled",
  "failed",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

const MAX_REMOVED = 100;

/** A provider's account does not sign anybody in. */
export class SignInRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`The sign-in is refused: ${reason}.`, options);
    this.name = "SignInRefused";
    this.reason = reason;
  }
}

/** Removes links, sessions and begun sign-ins that have expired. Each new one removes more than it adds. */
export async function removeExpired(records: Records, now: Millis): Promise<void> {
  const expired = { orderBy: "expiresAt", before: now } as const;
  const page = { limit: MAX_REMOVED };
  for (const link of await records.scan(SIGN_IN_LINKS, expired, page)) await records.delete(SIGN_IN_LINKS, link);
  for (const begun of await records.scan(OIDC_SIGN_INS, expired, page)) await records.delete(OIDC_SIGN_INS, begun);
  for (const session of await records.scan(SESSIONS, expired, page)) {
    await records.delete(SESSIONS, session, session.version);
  }
}
