import type { Listed, Millis, OrganizationId, Page, UserId } from "./common.ts";

export interface Invite {
  /** A UUID. */
  readonly id: string;
  readonly organizationId: OrganizationId;
  readonly targetEmail: string;
  readonly firstName: string;
  readonly message: string;
  readonly emailingAttemptMade: boolean;
  readonly createdBy: UserId;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly expiresAt: Millis;
}

/** Invites to an organization. */
export interface Invites {
  /** Stores all of them or none; 1 to 20, of one organization. */
  insert(invites: readonly Invite[]): Promise<void>;
  /** Newest first (those of one call in the order given); only the given organization's. */
  list(organizationId: OrganizationId, page: Page): Promise<Listed<Invite>>;
  /** Notes that a mail was sent for these; unknown ids are left out. */
  markMailed(organizationId: OrganizationId, ids: readonly string[], at: Millis): Promise<void>;
  /** Removes it; false where the organization has none with this id. */
  delete(organizationId: OrganizationId, id: string): Promise<boolean>;
}
