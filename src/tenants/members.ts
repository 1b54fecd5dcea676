import type { Member, Tenants } from "../store/ports/tenants.ts";
import { problem } from "../values/problem.ts";
import { authorizeOrganization, requireWriteAccess } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

/** Returns the organization's members, ordered by the user's id. Throws `not_found`. */
export async function listMembers(caller: Caller, organizationId: string, tenants: Tenants): Promise<Member[]> {
  const { id } = await authorizeOrganization(caller, organizationId, tenants);
  return tenants.listMembers(id);
}

/**
 * Removes a member, by whom the levels allow it. Throws `permission_denied`, also for the last owner, and `not_found`
 * if the caller sees no such organization or member.
 */
export async function removeMember(
  caller: Caller,
  organizationId: string,
  userId: string,
  tenants: Tenants,
): Promise<void> {
  const { id } = await authorizeOrganization(caller, organizationId, tenants);
  requireWriteAccess(caller);
  const members = await tenants.listMembers(id);
  const member = members.find(({ user }) => String(user.id) === userId);
  if (member === undefined) throw problem("not_found");
  const own = members.find(({ user }) => user.id === caller.userId)?.level;
  const mayRemove =
    member.user.id === caller.userId || own === "owner" || (own === "admin" && member.level !== "owner");
  if (!mayRemove) {
    throw problem("permission_denied", { detail: "Only owners and admins remove members, and only owners owners." });
  }
  if ((await tenants.removeMember(id, member.user.id)) === "last owner") {
    throw problem("permission_denied", { detail: "The last owner of an organization cannot be removed." });
  }
}
