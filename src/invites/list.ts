import type { Caller } from "../access/authenticate.ts";
import { organizationOf } from "../access/scope.ts";
import type { Listed, Page } from "../storage/ports/common.ts";
import type { InvitePorts } from "./ports.ts";
import { type InviteView, viewInvites } from "./view.ts";

/** The organization's invites, newest first, the expired ones too. Throws `not_found`. */
export async function listInvites(
  caller: Caller,
  organizationId: string,
  page: Page,
  ports: Pick<InvitePorts, "invites" | "tenants" | "now">,
): Promise<Listed<InviteView>> {
  const organization = await organizationOf(caller, organizationId, ports.tenants);
  const { count, items } = await ports.invites.list(organization.id, page);
  return { count, items: await viewInvites(items, ports) };
}
