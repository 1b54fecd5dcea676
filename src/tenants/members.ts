import { problem } from "../lib/problem.ts";
import type { Member, MemberLevel, Tenants } from "../store/ports/tenants.ts";
import { authorizeOrganization, requireWriteAccess } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

/** Returns the organization's members, ordered by the user's id. Throws `not_found`. */
export async function listMembers(caller: Caller, organizationId: string, tenants: Tenants): Promise<Member[]> {
  const { id } = await authorizeOrganization(caller, organizationId, tenants);
  return tenants.listMembers(id);
}

/**
 * Removes a member, if the level of the caller allows it. Throws `permission_denied`, also for the last owner, and
 * `not_found` if the caller sees no such organization or member.
 */
export async function removeMember(
  caller: Caller,
  organizationId: string,
  userId: string,
  tenants: Tenants,
): Promise<void> {
  const { id, member, own } = await findMember(caller, organizationId, userId, tenants);
  const mayRemove =
    member.user.id === caller.userId || own === "owner" || (own === "admin" && member.level !== "owner");
  if (!mayRemove) {
    throw problem("permission_denied", { detail: "Only owners and admins remove members, and only owners owners." });
  }
  if ((await tenants.removeMember(id, member.user.id)) === "last owner") {
    throw problem("permission_denied", { detail: "The last owner of an organization cannot be removed." });
  }
}

/**
 * Changes a member's level, if that of the caller allows it, and returns the member. Throws `permission_denied`, also
 * for the last owner, and `not_found` if the caller sees no such organization or member.
 */
export async function changeMemberLevel(
  caller: Caller,
  { organizationId, userId, level }: { organizationId: string; userId: string; level: MemberLevel },
  tenants: Tenants,
): Promise<Member> {
  const { id, member, own } = await findMember(caller, organizationId, userId, tenants);
  const concernsOwners = member.level === "owner" || level === "owner";
  if (own !== "owner" && (own !== "admin" || concernsOwners)) {
    const detail = "Only owners and admins change levels, and only owners make or unmake owners.";
    throw problem("permission_denied", { detail });
  }
  if ((await tenants.changeMemberLevel(id, member.user.id, level)) === "last owner") {
    throw problem("permission_denied", { detail: "The last owner of an organization stays an owner." });
  }
  return { ...member, level };
}

/** Returns the member that a caller wants to change, and the caller's own level. */
async function findMember(caller: Caller, organizationId: string, userId: string, tenants: Tenants) {
  const { id } = await authorizeOrganization(caller, organizationId, tenants);
  requireWriteAccess(caller);
  const members = await tenants.listMembers(id);
  const member = members.find(({ user }) => String(user.id) === userId);
  if (member === undefined) throw problem("not_found");
  return { id, member, own: members.find(({ user }) => user.id === caller.userId)?.level };
}
