import type { Caller } from "../access/authenticate.ts";
import { problem } from "../problem.ts";
import { createInvite } from "./create-invite.ts";
import type { InvitePorts } from "./invite-ports.ts";
import type { InviteView } from "./invite-view.ts";
import { issueInvites, type NewInvite } from "./issue-invites.ts";

const MAX_INVITES = 20;

/**
 * Invites 1 to 20 addresses, all or none; a single one that is not in a list is answered as a single one. Throws what `createInvite`
 * throws, with the place in the list in the attr, such as `1__target_email`, and `max_length` for too many.
 */
export async function createInvites(
  caller: Caller,
  organizationId: string,
  wanted: NewInvite | readonly NewInvite[],
  ports: InvitePorts,
): Promise<InviteView | InviteView[]> {
  if (!isList(wanted)) return createInvite(caller, organizationId, wanted, ports);
  if (wanted.length === 0) throw problem("invalid_input", { detail: "The list of invites is empty." });
  if (wanted.length > MAX_INVITES) {
    throw problem("max_length", { detail: `At most ${MAX_INVITES} invites fit in one request.` });
  }
  return issueInvites(caller, organizationId, wanted, (index) => `${index}__target_email`, ports);
}

function isList(wanted: NewInvite | readonly NewInvite[]): wanted is readonly NewInvite[] {
  return Array.isArray(wanted);
}
