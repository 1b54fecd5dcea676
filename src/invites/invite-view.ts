import type { Millis, UserId } from "../storage/ports/common.ts";
import type { Invite } from "../storage/ports/invites.ts";
import type { Tenants, User } from "../storage/ports/tenants.ts";

/** An invite as it is shown. */
export interface InviteView extends Omit<Invite, "createdBy"> {
  readonly createdBy: User;
  /** Whether it is too old to be accepted, at the moment of the answer. */
  readonly isExpired: boolean;
}

/** The invites in the same order, each with its inviter. */
export async function loadInviteViews(
  invites: readonly Invite[],
  { tenants, now }: { tenants: Pick<Tenants, "findUsers">; now: () => Millis },
): Promise<InviteView[]> {
  const inviterIds = [...new Set(invites.map((invite) => invite.createdBy))];
  const users = inviterIds.length === 0 ? [] : await tenants.findUsers(inviterIds);
  const inviters = new Map(users.map((user) => [user.id, user]));
  const moment = now();
  return invites.map((invite) => ({
    ...invite,
    createdBy: inviterOf(invite, inviters),
    isExpired: invite.expiresAt <= moment,
  }));
}

function inviterOf(invite: Invite, inviters: ReadonlyMap<UserId, User>): User {
  const user = inviters.get(invite.createdBy);
  if (user === undefined)
    throw new Error(`The user ${invite.createdBy}, who made the invite ${invite.id}, is missing.`);
  return user;
}
