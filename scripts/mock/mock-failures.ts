import type { IncomingMessage, ServerResponse } from "node:http";
import type { Route } from "../../src/http/contract/routes.ts";
import { distortResponse, isDistorted } from "../../src/service/sandbox/distort-response.ts";
import {
  type ArmedFailures,
  armFailures,
  type DocumentedResponses,
  type Failure,
} from "../../src/service/sandbox/documented-failures.ts";
import { readPreferences } from "../../src/service/sandbox/request-context.ts";
import { failureHandlers, type SandboxHandlers } from "../../src/service/sandbox/sandbox-operations.ts";

const DEFAULT_TENANT = "default";
/** What Prism understands and a sandbox does not. */
const OF_PRISM = /(?:^|,)\s*dynamic\s*=\s*"?([^",;]*)/;

/** Failures on demand, as a sandbox has them. The mock stores nothing, so a tenant is only a name in a header. */
export class MockFailures {
  readonly handlers: SandboxHandlers;
  readonly #byTenant = new Map<string, ArmedFailures>();
  readonly #documented: DocumentedResponses;

  constructor(documented: DocumentedResponses) {
    this.#documented = documented;
    this.handlers = {
      ...failureHandlers(async ({ tenant }) => this.#of(tenant), documented),
      sandbox_reset: async ({ tenant }) => {
        this.#of(tenant).clear();
        return { status: 204 };
      },
    };
  }

  /**
   * Makes the response fail as the request's header `Prefer` says or, without one, its tenant's failures. Throws
   * `invalid_input` for an unknown preference.
   */
  fail({ operation }: Route, { headers }: IncomingMessage, response: ServerResponse) {
    const replaced: Record<string, string> = {};
    const failure = this.#failureOf(operation.id, headers);
    if (isDistorted(failure)) distortResponse(response, failure);
    const { code, example, retry_after } = failure;
    const wishes = [
      ...(code === undefined ? [] : [`code=${code}`]),
      ...(example === undefined ? [] : [`example=${example}`]),
      ...(failure.dynamic === undefined ? [] : [`dynamic=${failure.dynamic}`]),
    ];
    if (retry_after !== undefined) replaced["retry-after"] = String(retry_after);
    return { prefer: wishes.length === 0 ? undefined : wishes.join(", "), headers: replaced };
  }

  #failureOf(operation: string, headers: IncomingMessage["headers"]): Failure & { readonly dynamic?: string } {
    if (headers.prefer !== undefined) {
      const dynamic = OF_PRISM.exec(String(headers.prefer))?.[1];
      const failure = readPreferences(String(headers.prefer), ["dynamic"]);
      return dynamic === undefined ? failure : { ...failure, dynamic };
    }
    const name = headers["x-sandbox-tenant"];
    const applies = (failure: Failure) => this.#documented.has(operation, failure);
    return this.#of(name === undefined ? undefined : String(name)).take(operation, applies) ?? {};
  }

  #of(tenant = DEFAULT_TENANT): ArmedFailures {
    const present = this.#byTenant.get(tenant) ?? armFailures();
    this.#byTenant.set(tenant, present);
    return present;
  }
}
