import type { UserId } from "../store/ports/common.ts";
import type { Member, MemberLevel } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";
import type { Caller } from "./keyring.ts";

/** The user id of commands on this machine. No stored user, key or session has it, so no request can. */
export const OPERATOR: UserId = 0;

/** Returns what a user may do in an organization with these members; undefined for nothing. */
export function levelAmong(members: readonly Member[], userId: UserId): MemberLevel | undefined {
  return userId === OPERATOR ? "owner" : members.find(({ user }) => user.id === userId)?.level;
}

/** Returns whom a change is recorded for; null for the command line. */
export function authorOf({ userId }: Caller): UserId | null {
  return userId === OPERATOR ? null : userId;
}

/** Returns tenants of which the operator sees all. Only commands use them: a service's own show members theirs. */
export function operatorTenants(tenants: Tenants): Tenants {
  const { projectOfMember, organizationOfMember, organizationsOf } = tenants;
  return {
    ...tenants,
    projectOfMember: (user, id) => (user === OPERATOR ? tenants.findProject(id) : projectOfMember(user, id)),
    organizationOfMember: (user, id) =>
      user === OPERATOR ? tenants.findOrganization(id) : organizationOfMember(user, id),
    organizationsOf: (user) => (user === OPERATOR ? tenants.listOrganizations() : organizationsOf(user)),
  };
}
