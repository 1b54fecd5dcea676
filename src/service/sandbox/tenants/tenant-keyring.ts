import type { components } from "../../../../generated/openapi.ts";
import { type Problem, type ProblemCode, problem } from "../../../lib/problem.ts";
import { type MaybePromise, mapMaybe } from "../../../store/lookup-cache.ts";
import type { PersonalKey, ProjectKey } from "../../../store/ports/keys.ts";
import { Keyring } from "../../../tenants/keyring.ts";
import type { DocumentedError } from "../failures/documented-responses.ts";
import { currentRequest } from "./request-context.ts";
import type { Tenant } from "./tenant.ts";
import type { Tenants } from "./tenants.ts";

/**
 * Finds keys, by which it knows whose request it is. In requests that name a tenant, the keys of the default one are
 * those of the named one. A key may be anywhere in a request, so a failure of its tenant is thrown here.
 */
export class TenantKeyring extends Keyring {
  /** Null until they have started. */
  tenants: Tenants | null = null;

  override findProjectKey(presented: string): MaybePromise<ProjectKey | null> {
    const key = super.findProjectKey(this.#translate(presented, "projectApiKey"));
    return mapMaybe(key, (found) => this.#enter(found, found && this.tenants?.ofProject(found.projectId)));
  }

  override findPersonalKey(presented: string): MaybePromise<PersonalKey | null> {
    const key = super.findPersonalKey(this.#translate(presented, "personalApiKey"));
    return mapMaybe(key, (found) => this.#enter(found, found && this.tenants?.ofUser(found.userId)));
  }

  #translate(presented: string, kind: "projectApiKey" | "personalApiKey"): string {
    const named = currentRequest()?.named;
    const isDefault = presented === this.tenants?.default.identity[kind];
    return named && isDefault ? named.identity[kind] : presented;
  }

  #enter<K>(key: K, tenant: Tenant | null | undefined): K {
    const request = currentRequest();
    if (request && tenant) request.belongsTo(tenant);
    if (request?.error && key) throw toProblem(request.error);
    return key;
  }
}

function toProblem({ body, retryAfter }: DocumentedError): Problem {
  const { code, detail, attr } = body as components["schemas"]["Error"];
  return problem(code as ProblemCode, { detail, attr, retryAfter: retryAfter ?? undefined });
}
