import { problem } from "../lib/problem.ts";
import type { Listed, Millis, Page, UserId } from "../store/ports/common.ts";
import type { Tenants, User } from "../store/ports/tenants.ts";
import type { Invite, Invites } from "../store/records/invites.ts";
import { parseUuid } from "../store/stored-ids.ts";
import { authorizeOrganization, requireWriteAccess } from "./authorize.ts";
import type { InviteLimits } from "./invite-limits.ts";
import type { Caller } from "./keyring.ts";
import type { Logger, Mailer } from "./mailer.ts";

export interface InvitePorts {
  readonly invites: Invites;
  readonly tenants: Pick<
    Tenants,
    "findUsers" | "hasMemberWithEmail" | "organizationOfMember" | "listMembers" | "listOrganizations"
  >;
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

/** Returns the organization's invites, newest first, including expired ones. Throws `not_found`. */
export async function listInvites(
  caller: Caller,
  organizationId: string,
  page: Page,
  ports: Pick<InvitePorts, "invites" | "tenants" | "now">,
): Promise<Listed<InviteView>> {
  const organization = await authorizeOrganization(caller, organizationId, ports.tenants);
  const { count, items } = await ports.invites.list(organization.id, page);
  return { count, items: await loadInviteViews(items, ports) };
}

/** Deletes an invite. Throws `permission_denied`, and `not_found` if the caller sees no such organization or invite. */
export async function deleteInvite(
  caller: Caller,
  organizationId: string,
  inviteId: string,
  { invites, tenants }: Pick<InvitePorts, "invites" | "tenants">,
): Promise<void> {
  const organization = await authorizeOrganization(caller, organizationId, tenants);
  requireWriteAccess(caller);
  const id = parseUuid(inviteId);
  if (id === null || !(await invites.delete(organization.id, id))) throw problem("not_found");
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
