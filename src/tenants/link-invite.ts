import { problem } from "../lib/problem.ts";
import { parseUuid } from "../store/stored-ids.ts";
import { authorizeOrganization, requireAdmin, requireWriteAccess } from "./authorize.ts";
import type { InvitePorts } from "./invites.ts";
import type { Caller } from "./keyring.ts";
import { renewInvite } from "./renew-invite.ts";

/**
 * Makes a new link for an invite, which its inviter passes on; the earlier one is no longer valid. Who has the link can
 * accept in the name of the invited person, and would then be that person in other organizations as well. So there must
 * be no other, and no mail that could bring the link to the person only.
 * Throws `not_found`, also for the address of a member, and `permission_denied`.
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
  if (mailer !== null) throw denied("This service mails the links of invites: send the invite again.");
  if ((await tenants.listOrganizations()).length > 1) {
    throw denied("The operator of this service prints links of invites: `sightline invites link`.");
  }
  if (await tenants.hasMemberWithEmail(organization.id, invite.targetEmail)) {
    throw problem("not_found", { detail: "The invited person is a member already." });
  }
  const renewed = await renewInvite(organization.id, invite.id, ports);
  if (renewed === null) throw problem("not_found");
  return renewed;
}
