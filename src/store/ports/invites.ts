import type { Listed, Millis, OrganizationId, Page, UserId } from "./common.ts";
import type { MemberLevel } from "./tenants.ts";

export interface Invite {
  /** A UUID. */
  readonly id: string;
  readonly organizationId: OrganizationId;
  readonly targetEmail: string;
  readonly firstName: string;
  readonly message: string;
  /** With which the invited person joins. */
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

/** An invite of the last hour or so, which may have been deleted since. */
export interface RecentInvite {
  /** A hash. */
  readonly address: string;
  readonly at: Millis;
}

export type ChangeRecent = (recent: readonly RecentInvite[]) => readonly RecentInvite[];

/** Invites to an organization. */
export interface Invites {
  /**
   * Replaces the organization's list of recent invites by what `change` makes of it. Concurrent calls, also of other
   * nodes, see each other's result; `change` may therefore be called repeatedly. What it throws is thrown, and nothing
   * is changed.
   */
  changeRecent(organizationId: OrganizationId, change: ChangeRecent): Promise<void>;
  /** Stores 1 to 20 invites of one organization, all or none. Repeating the call changes nothing. */
  insert(invites: readonly Invite[]): Promise<void>;
  /** Returns the organization's invites, newest first; those of one `insert` in the order given. */
  list(organizationId: OrganizationId, page: Page): Promise<Listed<Invite>>;
  /** Returns the invite whose secret has this hash, even if it has expired; null if absent. */
  findBySecret(secretHash: string): Promise<Invite | null>;
  /** Returns the invites to this address, in whatever case, that have not expired, oldest first. */
  findByAddress(email: string, now: Millis): Promise<Invite[]>;
  /**
   * Returns the invite whose secret has this hash and reserves it until `now + forMs`: until then, concurrent and later
   * calls return null. Returns null as well if it is absent or has expired.
   */
  claim(secretHash: string, now: Millis, forMs: Millis): Promise<Invite | null>;
  /** Ends the reservation, if there is one. */
  release(secretHash: string): Promise<void>;
  /** Sets `emailingAttemptMade` and `updatedAt` of the organization's invites with these ids; ignores unknown ids. */
  markMailed(organizationId: OrganizationId, ids: readonly string[], at: Millis): Promise<void>;
  /** Returns the invite, even if it has expired; null if the organization has none with this id. */
  find(organizationId: OrganizationId, id: string): Promise<Invite | null>;
  /**
   * Replaces the secret and the end of its validity, sets `emailingAttemptMade` to false, and returns the changed
   * invite; null if the organization has none with this id. The earlier secret finds nothing from then on.
   */
  renew(organizationId: OrganizationId, id: string, renewal: InviteRenewal): Promise<Invite | null>;
  /** Removes the invite. Returns false if the organization has none with this id. */
  delete(organizationId: OrganizationId, id: string): Promise<boolean>;
}
