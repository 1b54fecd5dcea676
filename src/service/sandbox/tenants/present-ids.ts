import type { Tenant } from "./tenant.ts";
import type { Tenants } from "./tenants.ts";

const IN_PATH = /^\/api\/(projects|organizations)\/([\w-]+)/;

/**
 * Returns the address with the present id of the tenant's project or organization: in place of one that the project had
 * before and, if the request names a tenant, of those of the default one.
 */
export function withPresentIds(url: string, named: Tenant | null, tenants: Tenants): string {
  return url.replace(IN_PATH, (path, kind: string, id: string) => {
    const { identity } = tenants.default;
    if (kind === "organizations") {
      return named && id === identity.organizationId ? `/api/organizations/${named.identity.organizationId}` : path;
    }
    const owner = tenants.ofProject(id);
    if (!owner) return path;
    return `/api/projects/${(owner === tenants.default ? (named ?? owner) : owner).projectId}`;
  });
}
