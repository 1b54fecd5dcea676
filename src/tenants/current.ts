import type { Tenants } from "../store/ports/tenants.ts";
import type { Caller } from "./keyring.ts";

const CURRENT = "@current";

interface NamedInPath {
  readonly operation: { readonly id: string; readonly query: object };
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Returns the parameters of a path with ids in place of `@current`: of the oldest organization of the caller, and of
 * the oldest project in the oldest one that has any. Leaves it where there is none, where a token names the project,
 * and where a project would be deleted.
 */
export async function nameCurrent(
  { userId }: Caller,
  { operation, params }: NamedInPath,
  tenants: Pick<Tenants, "organizationsOf" | "projectsOf">,
): Promise<Readonly<Record<string, string>>> {
  const { project_id: project, parent_lookup_organization_id: organization } = params;
  const isProject = project === CURRENT && !("token" in operation.query) && operation.id !== "projects_destroy";
  if (!isProject && organization !== CURRENT) return params;
  const organizations = await tenants.organizationsOf(userId);
  if (!isProject) return { ...params, parent_lookup_organization_id: organizations[0]?.id ?? CURRENT };
  for (const { id } of organizations) {
    const [oldest] = await tenants.projectsOf(id);
    if (oldest) return { ...params, project_id: oldest.id };
  }
  return params;
}
