import type { Caller } from "../access/authenticate.ts";
import { readUuid } from "../access/ids.ts";
import { mayWrite, organizationOf } from "../access/scope.ts";
import { problem } from "../problem.ts";
import type { InvitePorts } from "./ports.ts";

/** Removes an invite. Throws `not_found` for an organization or an invite that the caller cannot see, and `permission_denied`. */
export async function deleteInvite(
  caller: Caller,
  organizationId: string,
  inviteId: string,
  { invites, tenants }: Pick<InvitePorts, "invites" | "tenants">,
): Promise<void> {
  const organization = await organizationOf(caller, organizationId, tenants);
  mayWrite(caller);
  const id = readUuid(inviteId);
  if (id === null || !(await invites.delete(organization.id, id))) throw problem("not_found");
}
