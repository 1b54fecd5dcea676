import type { Caller } from "../access/authenticate.ts";
import { authorizeOrganization } from "../access/authorize.ts";
import type { Listed, Page } from "../storage/ports/common.ts";
import type { InvitePorts } from "./invite-ports.ts";
import { type InviteView, loadInviteViews } from "./invite-view.ts";

/** The organization's invites, newest first, the expired ones too. Throws `not_found`. */
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
