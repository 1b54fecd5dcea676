import { problem } from "../lib/problem.ts";
import type { OrganizationId } from "../store/ports/common.ts";
import type { Invite } from "../store/records/invites.ts";
import type { Organization } from "../store/records/tenant-kinds.ts";
import { parseUuid } from "../store/stored-ids.ts";
import { newInviteSecret } from "./accept-invite.ts";
import { requireAdmin } from "./authorize.ts";
import { rejectMembers } from "./create-invites.ts";
import { mailInvites } from "./invite-email.ts";
import { admitInvites, hashAddress } from "./invite-limits.ts";
import { type InvitePorts, type InviteView, loadInviteViews } from "./invites.ts";
import type { Caller } from "./keyring.ts";
import { OPERATOR } from "./operator.ts";

type RenewalPorts = Pick<InvitePorts, "invites" | "now" | "expirySeconds">;

/**
 * Mails a new link, counted as an invite, and invalidates the earlier one. The link is in the mail only: a caller who
 * saw it could accept as the invited person. Throws `not_found`, `throttled`, and
 * `UninvitableAddress` for a member's address and for an invite that got a link just now.
 */
export async function resendInvite(
  organization: Organization,
  inviteId: string,
  ports: InvitePorts,
): Promise<InviteView> {
  const id = parseUuid(inviteId);
  const invite = id === null ? null : await ports.invites.find(organization.id, id);
  if (invite === null) throw problem("not_found");
  await rejectMembers(organization.id, [invite], ports);
  const addresses = [hashAddress(organization.id, invite.id)]; // the address itself may have been invited just now
  await ports.invites.changeRecent(organization.id, (recent) =>
    admitInvites(recent, addresses, ports.now(), ports.limits),
  );
  const renewed = await renewInvite(organization.id, invite.id, ports);
  if (renewed === null) throw problem("not_found");
  const views = await loadInviteViews([renewed.invite], ports);
  const [view] = await mailInvites(views, new Map([[invite.id, renewed.secret]]), organization, ports);
  if (view === undefined) throw new Error("mailInvites returned no invite for one");
  return view;
}

/** Renews an invite's secret and validity, and returns both; null if the organization has no such invite. */
export async function renewInvite(
  organizationId: OrganizationId,
  inviteId: string,
  { invites, now, expirySeconds }: RenewalPorts,
): Promise<{ readonly invite: Invite; readonly secret: string } | null> {
  const { secret, secretHash } = newInviteSecret();
  const updatedAt = now();
  const expiresAt = updatedAt + expirySeconds * 1000;
  const invite = await invites.renew(organizationId, inviteId, { secretHash, updatedAt, expiresAt });
  return invite && { invite, secret };
}

/**
 * Makes a new link, which the inviter passes on, and invalidates the earlier one. Who has it can accept as the invited
 * person, so the service must have no other organization, and no mailer that could reach the person alone.
 * Throws `not_found`, also for a member's address, and `permission_denied`.
 */
export async function linkInvite(caller: Caller, organization: Organization, inviteId: string, ports: InvitePorts) {
  const { tenants, invites, mailer } = ports;
  const id = parseUuid(inviteId);
  const invite = id === null ? null : await invites.find(organization.id, id);
  if (invite === null) throw problem("not_found");
  await requireAdmin(caller, organization.id, tenants, "Only owners and admins make links of invites.");
  const denied = (detail: string) => problem("permission_denied", { detail });
  const isOperator = caller.userId === OPERATOR;
  if (mailer !== null && !isOperator) throw denied("This service mails the links of invites: send the invite again.");
  if (!isOperator && (await tenants.listOrganizations()).length > 1) {
    throw denied("The operator of this service prints links of invites: `sightline invites link`.");
  }
  if (await tenants.hasMemberWithEmail(organization.id, invite.targetEmail)) {
    throw problem("not_found", { detail: "The invited person is a member already." });
  }
  const renewed = await renewInvite(organization.id, invite.id, ports);
  if (renewed === null) throw problem("not_found");
  return renewed;
}
