import type { Millis, UserId } from "../ports/common.ts";
import type { RecordKind } from "../ports/records.ts";

/** A link with which a user signs in, once. */
export interface SignInLink {
  /** SHA-256 of its token, as hex. */
  readonly hash: string;
  readonly userId: UserId;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

export const SIGN_IN_LINKS: RecordKind<SignInLink, "hash"> = {
  name: "sign_in_links",
  key: ["hash"],
  indexes: [["expiresAt"], ["userId"]],
};

/** A browser in which a user is signed in. */
export interface Session {
  /** SHA-256 of the cookie's value, as hex. */
  readonly hash: string;
  /** A UUID. */
  readonly id: string;
  readonly userId: UserId;
  /** What the browser said of itself. */
  readonly userAgent: string;
  /** `link`, or the id of a provider. */
  readonly signedInWith: string;
  readonly createdAt: Millis;
  /** To the hour. */
  readonly lastUsedAt: Millis;
  readonly expiresAt: Millis;
}

export const SESSIONS: RecordKind<Session, "hash"> = {
  name: "sessions",
  key: ["hash"],
  indexes: [["expiresAt"], ["userId"]],
};
