import type { Caller } from "../access/authenticate.ts";
import type { InvitePorts } from "./invite-ports.ts";
import type { InviteView } from "./invite-view.ts";
import { issueInvites, type NewInvite } from "./issue-invites.ts";

/** Invites one address. Throws `not_found`, `permission_denied`, and `invalid_input` (target_email) for a member's address. */
export async function createInvite(
  caller: Caller,
  organizationId: string,
  wanted: NewInvite,
  ports: InvitePorts,
): Promise<InviteView> {
  const [invite] = await issueInvites(caller, organizationId, [wanted], () => "target_email", ports);
  if (invite === undefined) throw new Error("An invite was issued and not given back.");
  return invite;
}
