import { problem } from "../lib/problem.ts";
import { parseUuid } from "../store/stored-ids.ts";
import { authorizeOrganization, requireAdmin, requireWriteAccess } from "./authorize.ts";
import type { InvitePorts } from "./invites.ts";
import type { Caller } from "./keyring.ts";
import { OPERATOR } from "./operator.ts";
import { renewInvite } from "./renew-invite.ts";

/**
 * Makes a new link, which the inviter passes on, and invalidates the earlier one. Who has it can accept as the invited
 * person, so the service must have no other organization, and no mailer that could reach the person alone.
 * Throws `not_found`, also for a member's address, and `permission_denied`.
 */
export async function linkInvite(caller: Caller, organizationId: string, inviteId: string, ports: InvitePorts) {
  const { tenants, invites, mailer } = ports;
  const organization = await authorizeOrganization(caller, organizationId, tenants);
  requireWriteAccess(caller);
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
