import type { Millis, UserId } from "../ports/common.ts";
import type { RecordKind } from "../ports/records.ts";

export interface SignInLink {
  /** SHA-256 of its token, as hex. */
  readonly hash: string;
  readonly userId: UserId;
  /** Which of the user's few mailed links it is. */
  readonly slot?: number;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

export const SIGN_IN_LINKS: RecordKind<SignInLink, "hash"> = {
  name: "sign_in_links",
  key: ["hash"],
  indexes: [["expiresAt"], ["userId"]],
  unique: [["userId", "slot"]],
};

/** Its `hash` is that of the cookie's value. */
export interface Session extends Omit<SignInLink, "slot"> {
  readonly id: string;
  readonly userAgent: string;
  /** `link`, or the id of a provider. */
  readonly signedInWith: string;
  /** Precise to the hour. */
  readonly lastUsedAt: Millis;
}

export const SESSIONS: RecordKind<Session, "hash"> = {
  name: "sessions",
  key: ["hash"],
  indexes: [["expiresAt"], ["userId"]],
};

/** A browser that was sent to a provider, until it comes back. */
export interface OidcSignIn {
  /** SHA-256 of the state, as hex; the next two are such hashes, too. */
  readonly stateHash: string;
  readonly browserHash: string;
  readonly addressHash: string;
  readonly provider: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly expiresAt: Millis;
}

export const OIDC_SIGN_INS: RecordKind<OidcSignIn, "stateHash"> = {
  name: "oidc_sign_ins",
  key: ["stateHash"],
  indexes: [["expiresAt"], ["addressHash", "expiresAt"]],
};

/** The account at an issuer that signs a user in: no other of this issuer has the user's address. */
export interface OidcAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: UserId;
  readonly createdAt: Millis;
}

export const OIDC_ACCOUNTS: RecordKind<OidcAccount, "issuer" | "subject"> = {
  name: "oidc_accounts",
  key: ["issuer", "subject"],
  unique: [["userId", "issuer"]],
};

export interface Password {
  readonly userId: UserId;
  /** Includes its parameters and salt. */
  readonly hash: string;
  readonly changedAt: Millis;
}

export const PASSWORDS: RecordKind<Password, "userId"> = { name: "passwords", key: ["userId"] };

/** An address that a user took without proof: it may be another person's. */
export interface ClaimedAddress {
  readonly userId: UserId;
  /** Lower case. */
  readonly email: string;
}

export const CLAIMED_ADDRESSES: RecordKind<ClaimedAddress, "userId" | "email"> = {
  name: "claimed_addresses",
  key: ["userId", "email"],
};

export interface Passkey {
  /** The id that browsers know, in Base64url. */
  readonly credentialId: string;
  readonly id: string;
  readonly userId: UserId;
  readonly name: string;
  /** DER (SubjectPublicKeyInfo) in Base64url. */
  readonly publicKey: string;
  /** The device's count of its signatures. */
  readonly counter: number;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
}

export const PASSKEYS: RecordKind<Passkey, "credentialId"> = {
  name: "passkeys",
  key: ["credentialId"],
  indexes: [["userId"]],
};
