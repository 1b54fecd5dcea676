import type { Caller } from "../access/authenticate.ts";
import { authorizeOrganization, requireWriteAccess } from "../access/authorize.ts";
import { parseUuid } from "../access/parse-ids.ts";
import { problem } from "../problem.ts";
import type { InvitePorts } from "./invite-ports.ts";

/** Removes an invite. Throws `not_found` for an organization or an invite that the caller cannot see, and `permission_denied`. */
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
