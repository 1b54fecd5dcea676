import { problem } from "../problem.ts";
import type { Organization, Project, Tenants } from "../storage/ports/tenants.ts";
import type { Caller } from "./authenticate.ts";
import { readOrganizationId, readProjectId } from "./ids.ts";
import type { Keyring } from "./keyring.ts";

/** The project, if the caller may see it; else throws `not_found`, as for one that does not exist. */
export async function projectOf(
  caller: Caller,
  projectId: string,
  tenants: Pick<Tenants, "projectOfMember">,
): Promise<Project> {
  const id = readProjectId(projectId);
  const project = id === null ? null : await tenants.projectOfMember(caller.userId, id);
  if (project === null) throw problem("not_found");
  return project;
}

/** The project whose API key this is, if the caller may see it; else throws `invalid_api_key`, as for a key that is none. */
export async function projectOfToken(
  caller: Caller,
  token: string,
  { keyring, tenants }: { keyring: Keyring; tenants: Pick<Tenants, "projectOfMember"> },
): Promise<Project> {
  const key = await keyring.projectKey(token);
  const project = key === null ? null : await tenants.projectOfMember(caller.userId, key.projectId);
  if (project === null) throw problem("invalid_api_key");
  return project;
}

/** The organization, if the caller belongs to it; else throws `not_found`, as for one that does not exist. */
export async function organizationOf(
  caller: Caller,
  organizationId: string,
  tenants: Pick<Tenants, "organizationOfMember">,
): Promise<Organization> {
  const id = readOrganizationId(organizationId);
  const organization = id === null ? null : await tenants.organizationOfMember(caller.userId, id);
  if (organization === null) throw problem("not_found");
  return organization;
}

/** Throws `permission_denied` for a read-only key. Ask it after the scope, so that nobody learns what exists elsewhere. */
export function mayWrite(caller: Caller): void {
  if (caller.readOnly) throw problem("permission_denied", { detail: "This key is read-only." });
}
