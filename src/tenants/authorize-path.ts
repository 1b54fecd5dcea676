import { problem } from "../lib/problem.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { authorizeOrganization, authorizeProject, requireWriteAccess } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

const CURRENT = "@current";

interface NamedInPath {
  readonly operation: { readonly handlerId: string; readonly query: object; readonly changes: boolean };
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds what the path of a private operation names; a token in the query names a project that the handler finds.
 * Throws `not_found` if it does not exist or the caller is no member, and `permission_denied` for a change with a
 * read-only key: only afterwards, or the error reveals what exists.
 */
export async function authorizePath(caller: Caller, { operation, params: given }: NamedInPath, tenants: Tenants) {
  const params = await nameCurrent(caller, operation, given, tenants);
  const { project_id: projectId, parent_lookup_organization_id: organizationId } = params;
  const isNamed = projectId !== undefined && !("token" in operation.query);
  const project = isNamed ? await authorizeProject(caller, projectId, tenants) : undefined;
  const organization =
    organizationId === undefined ? undefined : await authorizeOrganization(caller, organizationId, tenants);
  if (operation.changes) requireWriteAccess(caller);
  return { params, project, organization };
}

/**
 * Returns the parameters of a path with ids in place of `@current`: of the oldest organization of the caller, and of
 * the oldest project in the oldest one that has any. Leaves it where there is none, where a token names the project,
 * and where a project would be deleted. Throws `not_found` if the project is none of the organization in the path.
 */
async function nameCurrent(
  { userId }: Caller,
  operation: NamedInPath["operation"],
  params: NamedInPath["params"],
  tenants: Tenants,
): Promise<NamedInPath["params"]> {
  const { project_id: project, parent_lookup_organization_id: organization } = params;
  const isProject = project === CURRENT && !("token" in operation.query) && operation.handlerId !== "projects_destroy";
  const isBoth = project !== undefined && organization !== undefined;
  if (!isProject && organization !== CURRENT && !isBoth) return params;
  const organizations = await tenants.organizationsOf(userId);
  const named = organization === CURRENT ? (organizations[0]?.id ?? CURRENT) : organization;
  const own: Record<string, string> = named === undefined ? {} : { parent_lookup_organization_id: named };
  for (const { id } of isBoth || isProject ? organizations : []) {
    if (isBoth && id !== named) continue;
    const projects = await tenants.projectsOf(id);
    const found = isProject ? projects[0] : projects.find((one) => one.id === project);
    if (found) return { ...params, ...own, project_id: found.id };
  }
  if (isBoth) throw problem("not_found");
  return { ...params, ...own };
}
