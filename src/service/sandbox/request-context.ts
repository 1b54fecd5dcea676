import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Schemas } from "../../../generated/openapi.ts";
import type { Route } from "../../http/contract/routes.ts";
import { invalidInput, type Problem, type ProblemCode, problem } from "../../lib/problem.ts";
import { type MaybePromise, mapMaybe } from "../../store/lookup-cache.ts";
import type { PersonalKey, ProjectKey } from "../../store/records/keys.ts";
import { Keyring } from "../../tenants/keyring.ts";
import { distortResponse, isDistorted } from "./distort-response.ts";
import type { DocumentedError, DocumentedResponses, Failure } from "./documented-failures.ts";
import type { Tenant, Tenants } from "./tenants.ts";

const contexts = new AsyncLocalStorage<RequestContext>();

type Preferred = Omit<Failure, "operation" | "times">;
type Reader = (value: string | undefined, refuse: (detail: string) => Error) => Preferred;

const number = (name: "code" | "retry_after" | "delay" | "drip", max: number, isWhole: boolean): Reader => {
  const shape = isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/;
  return (value = "", refuse) => {
    if (shape.test(value) && Number(value) <= max) return { [name]: Number(value) };
    throw refuse(`must be ${isWhole ? "a whole number" : "seconds"} up to ${max}`);
  };
};
const flag = (name: "cut" | "garble"): Reader => {
  return (value, refuse) => {
    if (value === undefined || value === "true") return { [name]: true };
    throw refuse("has no value");
  };
};

const READERS: Readonly<Record<string, Reader>> = {
  code: number("code", 599, true),
  example: (value, refuse) => {
    if (value) return { example: value };
    throw refuse("needs the name of an example");
  },
  "retry-after": number("retry_after", 3600, true),
  delay: number("delay", 60, false),
  drip: number("drip", 60, false),
  cut: flag("cut"),
  garble: flag("garble"),
};

export function currentRequest(): RequestContext | undefined {
  return contexts.getStore();
}

export interface RequestContext {
  readonly named: Tenant | null;
  /** Null until the request's header or key tells it. */
  tenant: Tenant | null;
  error: DocumentedError | null;
  run(work: () => void): void;
  /** Fails as the header `Prefer` says. Throws `invalid_input` if that is not possible. */
  prefer(request: IncomingMessage): void;
  /** Notes the request's tenant, unless its header named one, and takes a failure of the tenant. */
  belongsTo(tenant: Tenant): void;
}

export function newRequestContext(
  { operation: { id } }: Route,
  response: ServerResponse,
  named: Tenant | null,
  documented: DocumentedResponses,
): RequestContext {
  let isDecided = false;
  const fail = (failure: Failure) => {
    if (isDistorted(failure)) distortResponse(response, failure);
    if (failure.code !== undefined) context.error = documented.find(id, failure.code, failure);
  };
  const context: RequestContext = {
    named,
    tenant: named,
    error: null,
    run: (work) => contexts.run(context, work),
    prefer({ headers }) {
      if (headers.prefer === undefined) return;
      const failure = readPreferences(String(headers.prefer));
      documented.check(id, failure, () => "Prefer");
      isDecided = true;
      fail(failure);
    },
    belongsTo(tenant) {
      context.tenant ??= tenant;
      if (isDecided) return;
      isDecided = true;
      const failure = context.tenant.failures.take(id, (one) => documented.has(id, one));
      if (failure) fail(failure);
    },
  };
  return context;
}

/** Reads a header `Prefer`; the caller knows `others` itself. Throws `invalid_input` for unknown or wrong ones. */
export function readPreferences(header: string, others: readonly string[] = []): Preferred {
  const failure: Preferred = {};
  for (const preference of header.split(",")) {
    const [, name = "", value] = /^\s*([^=;\s]*)\s*(?:=\s*"?([^";]*?)"?\s*)?(?:;.*)?$/.exec(preference) ?? [];
    const refuse = (detail: string) => invalidInput("Prefer", detail);
    const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    const refuseValue = (reason: string) => refuse(`The preference ${name} ${reason}.`);
    if (reader) Object.assign(failure, reader(value, refuseValue));
    else if (!others.includes(name)) {
      const known = [...Object.keys(READERS), ...others].join(", ");
      throw refuse(`The preference ${name || preference.trim() || "without a name"} is unknown. Known are ${known}.`);
    }
  }
  return failure;
}

/**
 * Finds a request's tenant by its key. If the request names one, keys of the default tenant count as that one's.
 * Throws failures of the tenant here, because a key may be anywhere in a request.
 */
export class TenantKeyring extends Keyring {
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
  const { code, detail, attr } = body as Schemas["Error"];
  return problem(code as ProblemCode, { detail, attr, retryAfter: retryAfter ?? undefined });
}
