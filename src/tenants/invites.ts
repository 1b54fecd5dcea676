import { requireFound } from "../lib/problem.ts";
import type { Listed, OrganizationId, Page } from "../store/ports/common.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { Invite, Invites } from "../store/records/invites.ts";
import type { User } from "../store/records/tenant-kinds.ts";
import { parseUuid } from "../store/stored-ids.ts";
import { inviteItem, type LogPorts, loggedIn } from "./access-changes.ts";
import type { InviteLimits } from "./invite-limits.ts";
import type { Caller } from "./keyring.ts";
import type { Logger, Mailer } from "./mailer.ts";
import { usersById } from "./users-by-id.ts";

export interface InvitePorts extends LogPorts, Pick<StorePorts, "invites" | "tenants"> {
  /** Null if no mail server is set. */
  readonly mailer: Mailer | null;
  readonly logger: Logger;
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
  ports: InvitePorts,
): Promise<Listed<InviteView>> {
  const { count, items } = await ports.invites.list(organizationId, page);
  return { count, items: await loadInviteViews(items, ports) };
}

/** Throws `not_found` if the organization has no such invite. */
export async function findInvite(organizationId: OrganizationId, inviteId: string, invites: Invites): Promise<Invite> {
  const id = parseUuid(inviteId);
  return requireFound(id === null ? null : await invites.find(organizationId, id));
}

/** Throws `not_found` if the organization has no such invite. */
export async function deleteInvite(
  caller: Caller,
  organizationId: OrganizationId,
  inviteId: string,
  ports: InvitePorts,
): Promise<void> {
  const invite = await findInvite(organizationId, inviteId, ports.invites);
  const projects = await ports.tenants.projectsOf(organizationId);
  const remove = async () => (await ports.invites.delete(organizationId, invite.id)) || null;
  requireFound(await loggedIn(projects, caller, [[inviteItem(invite), null]], ports, remove));
}

export async function loadInviteViews(
  invites: readonly Invite[],
  { tenants, now }: InvitePorts,
): Promise<InviteView[]> {
  const inviters = invites.map((invite) => invite.createdBy);
  const users = await usersById(inviters, tenants);
  const readAt = now();
  return invites.map((invite) => {
    const createdBy = users(invite.createdBy);
    if (!createdBy) throw new Error(`User ${invite.createdBy}, the inviter of invite ${invite.id}, is missing.`);
    return { ...invite, createdBy, isExpired: invite.expiresAt <= readAt };
  });
}
