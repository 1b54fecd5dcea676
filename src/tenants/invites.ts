import { problem } from "../lib/problem.ts";
import type { Listed, Millis, OrganizationId, Page, UserId } from "../store/ports/common.ts";
import type { Invite, Invites } from "../store/records/invites.ts";
import type { User } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { parseUuid } from "../store/stored-ids.ts";
import type { InviteLimits } from "./invite-limits.ts";
import type { Logger, Mailer } from "./mailer.ts";

export interface InvitePorts {
  readonly invites: Invites;
  readonly tenants: Pick<Tenants, "findUsers" | "hasMemberWithEmail" | "listMembers" | "listOrganizations">;
  /** Null if no mail server is set. */
  readonly mailer: Mailer | null;
  readonly logger: Logger;
  readonly now: () => Millis;
  /** Validity of a new invite, in seconds. */
  readonly expirySeconds: number;
  readonly limits: InviteLimits;
}

export interface InviteView extends Omit<Invite, "createdBy"> {
  readonly createdBy: User;
  readonly isExpired: boolean;
}

/** Returns the organization's invites, newest first, including expired ones. */
export async function listInvites(
  organizationId: OrganizationId,
  page: Page,
  ports: Pick<InvitePorts, "invites" | "tenants" | "now">,
): Promise<Listed<InviteView>> {
  const { count, items } = await ports.invites.list(organizationId, page);
  return { count, items: await loadInviteViews(items, ports) };
}

/** Throws `not_found` if the organization has no such invite. */
export async function deleteInvite(
  organizationId: OrganizationId,
  inviteId: string,
  { invites }: Pick<InvitePorts, "invites">,
): Promise<void> {
  const id = parseUuid(inviteId);
  if (id === null || !(await invites.delete(organizationId, id))) throw problem("not_found");
}

export async function loadInviteViews(
  invites: readonly Invite[],
  { tenants, now }: Pick<InvitePorts, "tenants" | "now">,
): Promise<InviteView[]> {
  const inviterIds = [...new Set(invites.map((invite) => invite.createdBy))];
  const users = inviterIds.length === 0 ? [] : await tenants.findUsers(inviterIds);
  const inviters = new Map(users.map((user) => [user.id, user]));
  const readAt = now();
  return invites.map((invite) => ({
    ...invite,
    createdBy: inviterOf(invite, inviters),
    isExpired: invite.expiresAt <= readAt,
  }));
}

function inviterOf(invite: Invite, inviters: ReadonlyMap<UserId, User>): User {
  const user = inviters.get(invite.createdBy);
  if (user === undefined) throw new Error(`User ${invite.createdBy}, the inviter of invite ${invite.id}, is missing.`);
  return user;
}
