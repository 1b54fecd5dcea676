import { problem, requireFound } from "../lib/problem.ts";
import type { OrganizationId, UserId } from "../store/ports/common.ts";
import type { Member, MemberLevel, Organization, Project } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { parseProjectId, parseUuid } from "../store/stored-ids.ts";
import type { Caller, Keyring } from "./keyring.ts";

/** Throws `not_found` if the project does not exist or the caller is not a member. */
export async function authorizeProject(caller: Caller, projectId: string, tenants: Tenants): Promise<Project> {
  const id = parseProjectId(projectId);
  return requireFound(id === null ? null : await tenants.projectOfMember(caller.userId, id));
}

/** Returns the key's project. Throws `invalid_api_key` for a wrong key or if the caller is not a member. */
export async function authorizeProjectByToken(
  caller: Caller,
  token: string,
  { keyring, tenants }: { keyring: Keyring; tenants: Tenants },
): Promise<Project> {
  const key = await keyring.findProjectKey(token);
  const project = key === null ? null : await tenants.projectOfMember(caller.userId, key.projectId);
  if (project === null) throw problem("invalid_api_key");
  return project;
}

/** Returns the caller's project. Throws `required` with `attr` if there are several: a request must name one. */
export async function authorizeOnlyProject(caller: Caller, tenants: Tenants, attr: string): Promise<Project> {
  const [project, ...others] = await projectsOfUser(caller.userId, tenants);
  if (project === undefined || others.length > 0) throw problem("required", { attr });
  return project;
}

export async function projectsOfUser(userId: UserId, tenants: Tenants): Promise<Project[]> {
  const organizations = await tenants.organizationsOf(userId);
  return (await Promise.all(organizations.map(({ id }) => tenants.projectsOf(id)))).flat();
}

/** Throws `not_found` if the organization does not exist or the caller is not a member. */
export async function authorizeOrganization(
  caller: Caller,
  organizationId: string,
  tenants: Tenants,
): Promise<Organization> {
  const id = parseUuid(organizationId);
  return requireFound(id === null ? null : await tenants.organizationOfMember(caller.userId, id));
}

export async function ownLevel(
  userId: UserId,
  organizationId: OrganizationId,
  tenants: Tenants,
): Promise<MemberLevel | undefined> {
  return levelAmong(await tenants.listMembers(organizationId), userId);
}

/** Throws `permission_denied`, where `detail` says who may, unless the caller is an owner or admin. */
export async function requireAdmin(caller: Caller, organizationId: OrganizationId, tenants: Tenants, detail: string) {
  const level = await ownLevel(caller.userId, organizationId, tenants);
  if (level !== "owner" && level !== "admin") throw problem("permission_denied", { detail });
}

/** Throws `permission_denied` for a read-only key. Call it after checking access, or the error reveals what exists. */
export function requireWriteAccess(caller: Caller): void {
  if (caller.readOnly) throw problem("permission_denied", { detail: "This key is read-only." });
}

/** The user id of commands on this machine. No stored user, key or session has it, so no request can. */
export const OPERATOR: UserId = 0;

/** Returns what a user may do in an organization with these members; undefined for nothing. */
export function levelAmong(members: readonly Member[], userId: UserId): MemberLevel | undefined {
  return userId === OPERATOR ? "owner" : members.find(({ user }) => user.id === userId)?.level;
}

/** Returns whom a change is recorded for; null for the command line. */
export function authorOf({ userId }: Pick<Caller, "userId">): UserId | null {
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
