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

/** A provider's account does not sign anybody in. */
export class SignInRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`The sign-in is refused: ${reason}.`, options);
    this.name = "SignInRefused";
    this.reason = reason;
  }
}
