import type { Listed, Millis, OrganizationId, Page, UserId } from "./common.ts";
import type { MemberLevel } from "./tenants.ts";

export interface Invite {
  /** A UUID. */
  readonly id: string;
  readonly organizationId: OrganizationId;
  readonly targetEmail: string;
  readonly firstName: string;
  readonly message: string;
  readonly level: Exclude<MemberLevel, "owner">;
  readonly emailingAttemptMade: boolean;
  readonly createdBy: UserId;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly expiresAt: Millis;
  /** SHA-256 of the secret that accepts it, as hex; null for invites of versions without secrets. */
  readonly secretHash: string | null;
}

/** What a new link changes of an invite. */
export interface InviteRenewal {
  readonly secretHash: string;
  readonly updatedAt: Millis;
  readonly expiresAt: Millis;
}

/** An invite of the last hour or so, perhaps deleted since. */
export interface RecentInvite {
  /** A hash. */
  readonly address: string;
  readonly at: Millis;
}

export type ChangeRecent = (recent: readonly RecentInvite[]) => readonly RecentInvite[];

/** Invites to organizations. `find` and `findBySecret` return expired ones, too. */
export interface Invites {
  /** Replaces the list of recent invites by what `change` makes of it, with the guarantees of `Records.change`. */
  changeRecent(organizationId: OrganizationId, change: ChangeRecent): Promise<void>;
  /** Stores 1 to 20 invites of one organization, all or none. May be repeated. */
  insert(invites: readonly Invite[]): Promise<void>;
  /** Returns a page, newest first; invites of one `insert` in the order given. */
  list(organizationId: OrganizationId, page: Page): Promise<Listed<Invite>>;
  findBySecret(secretHash: string): Promise<Invite | null>;
  /** Returns the invites to this address, in whatever case, that have not expired, oldest first. */
  findByAddress(email: string, now: Millis): Promise<Invite[]>;
  /** Reserves the invite until `now + forMs` and returns it; null if it is absent, expired or reserved. */
  claim(secretHash: string, now: Millis, forMs: Millis): Promise<Invite | null>;
  release(secretHash: string): Promise<void>;
  /** Sets `emailingAttemptMade` and `updatedAt`; ignores unknown ids. */
  markMailed(organizationId: OrganizationId, ids: readonly string[], at: Millis): Promise<void>;
  find(organizationId: OrganizationId, id: string): Promise<Invite | null>;
  /** Replaces the secret: the old one finds nothing. Sets `emailingAttemptMade` to false. Returns null if absent. */
  renew(organizationId: OrganizationId, id: string, renewal: InviteRenewal): Promise<Invite | null>;
  delete(organizationId: OrganizationId, id: string): Promise<boolean>;
  removeAll(organizationId: OrganizationId): Promise<void>;
}
