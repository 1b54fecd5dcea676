import { problem } from "../problem.ts";
import type { Organization, Project, Tenants } from "../storage/ports/tenants.ts";
import type { Caller } from "./authenticate.ts";
import type { Keyring } from "./keyring.ts";
import { parseOrganizationId, parseProjectId } from "./parse-ids.ts";

/** The project, if the caller may see it; else throws `not_found`, as for one that does not exist. */
export async function authorizeProject(
  caller: Caller,
  projectId: string,
  tenants: Pick<Tenants, "projectOfMember">,
): Promise<Project> {
  const id = parseProjectId(projectId);
  const project = id === null ? null : await tenants.projectOfMember(caller.userId, id);
  if (project === null) throw problem("not_found");
  return project;
}

/** The project whose API key this is, if the caller may see it; else throws `invalid_api_key`, as for a key that is none. */
export async function authorizeProjectByToken(
  caller: Caller,
  token: string,
  { keyring, tenants }: { keyring: Keyring; tenants: Pick<Tenants, "projectOfMember"> },
): Promise<Project> {
  const key = await keyring.findProjectKey(token);
  const project = key === null ? null : await tenants.projectOfMember(caller.userId, key.projectId);
  if (project === null) throw problem("invalid_api_key");
  return project;
}

/** The organization, if the caller belongs to it; else throws `not_found`, as for one that does not exist. */
export async function authorizeOrganization(
  caller: Caller,
  organizationId: string,
  tenants: Pick<Tenants, "organizationOfMember">,
): Promise<Organization> {
  const id = parseOrganizationId(organizationId);
  const organization = id === null ? null : await tenants.organizationOfMember(caller.userId, id);
  if (organization === null) throw problem("not_found");
  return organization;
}

/** Throws `permission_denied` for a read-only key. Ask it after the scope, so that nobody learns what exists elsewhere. */
export function requireWriteAccess(caller: Caller): void {
  if (caller.readOnly) throw problem("permission_denied", { detail: "This key is read-only." });
}
