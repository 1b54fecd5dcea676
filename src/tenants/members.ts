import { problem, requireFound } from "../lib/problem.ts";
import type { OrganizationId } from "../store/ports/common.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { Member, MemberLevel, Organization } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { type LogPorts, loggedIn, memberItem } from "./access-changes.ts";
import { levelAmong, requireAdmin } from "./authorize.ts";
import type { Caller } from "./keyring.ts";
import { newSignInToken } from "./sign-in/links.ts";

type MemberPorts = LogPorts & Pick<StorePorts, "tenants">;

/** Throws `permission_denied`. */
export async function renameOrganization(
  caller: Caller,
  organization: Organization,
  name: string,
  tenants: Tenants,
): Promise<Organization> {
  await requireAdmin(caller, organization.id, tenants, "Only owners and admins rename organizations.");
  await tenants.renameOrganization(organization.id, name);
  return { ...organization, name };
}

/** Removes a member, if the level allows. Throws `not_found` and, also for the last owner, `permission_denied`. */
export async function removeMember(
  caller: Caller,
  { id }: Organization,
  userId: string,
  { tenants, ...ports }: MemberPorts,
): Promise<void> {
  const { member, own } = await findMember(caller, id, userId, tenants);
  if (member.user.id !== caller.userId && !isAbove(own, member.level)) {
    throw problem("permission_denied", { detail: "Only owners and admins remove members, and only owners owners." });
  }
  const remove = async () => (await tenants.removeMember(id, member.user.id)) !== "last owner" || null;
  if (!(await loggedIn(await tenants.projectsOf(id), caller, [[memberItem(member), null]], ports, remove))) {
    throw problem("permission_denied", { detail: "The last owner of an organization cannot be removed." });
  }
}

/** Changes a level, if the caller's allows. Throws `not_found` and, also for the last owner, `permission_denied`. */
export async function changeMemberLevel(
  caller: Caller,
  { organization: { id }, userId, level }: { organization: Organization; userId: string; level: MemberLevel },
  { tenants, ...ports }: MemberPorts,
): Promise<Member> {
  const { member, own } = await findMember(caller, id, userId, tenants);
  const concernsOwners = member.level === "owner" || level === "owner";
  if (own !== "owner" && (own !== "admin" || concernsOwners)) {
    const detail = "Only owners and admins change levels, and only owners make or unmake owners.";
    throw problem("permission_denied", { detail });
  }
  const after = { ...member, level };
  const change = async () => (await tenants.changeMemberLevel(id, member.user.id, level)) !== "last owner" || null;
  const items = [memberItem(member), memberItem(after)] as const;
  if (!(await loggedIn(await tenants.projectsOf(id), caller, [items], ports, change))) {
    throw problem("permission_denied", { detail: "The last owner of an organization stays an owner." });
  }
  return after;
}

/**
 * Creates a sign-in link. It opens all organizations of the member, so the caller's level has to allow it in each.
 * Throws `permission_denied` and `not_found`.
 */
export async function newLinkForMember(
  caller: Caller,
  organization: Organization,
  userId: string,
  { tenants, records, now }: MemberPorts,
): Promise<string> {
  const { member } = await findMember(caller, organization.id, userId, tenants);
  const { id } = member.user;
  for (const other of id === caller.userId ? [] : await tenants.organizationsOf(id)) {
    const members = await tenants.listMembers(other.id);
    if (isAbove(levelAmong(members, caller.userId), levelAmong(members, id))) continue;
    const detail =
      other.id === organization.id
        ? "Only owners and admins make links for members, and only owners for owners."
        : "The member belongs to other organizations, too: the operator of this service makes links for them.";
    throw problem("permission_denied", { detail });
  }
  return newSignInToken(id, now(), records);
}

function isAbove(own: MemberLevel | undefined, other: MemberLevel | undefined): boolean {
  return own === "owner" || (own === "admin" && other !== "owner");
}

async function findMember(caller: Caller, organizationId: OrganizationId, userId: string, tenants: Tenants) {
  const members = await tenants.listMembers(organizationId);
  const member = requireFound(members.find(({ user }) => String(user.id) === userId || user.uuid === userId));
  return { member, own: levelAmong(members, caller.userId) };
}
