import type { components } from "../../../../generated/openapi.ts";
import { type Problem, type ProblemCode, problem } from "../../../lib/problem.ts";
import { type MaybePromise, mapMaybe } from "../../../store/lookup-cache.ts";
import type { PersonalKey, ProjectKey } from "../../../store/records/keys.ts";
import { Keyring } from "../../../tenants/keyring.ts";
import type { DocumentedError } from "../failures/documented-responses.ts";
import { currentRequest } from "./request-context.ts";
import type { Tenant } from "./tenant.ts";
import type { Tenants } from "./tenants.ts";

/**
 * Finds a request's tenant by its key. If the request names one, keys of the default tenant count as that one's.
 * Throws failures of the tenant here, because a key may be anywhere in a request.
 */
export class TenantKeyring extends Keyring {
  /** Null until the tenants have started. */
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
