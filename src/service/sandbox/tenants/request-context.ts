import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Route } from "../../../http/contract/routes.ts";
import type { Failure } from "../failures/armed-failures.ts";
import { distortResponse, isDistorted } from "../failures/distort-response.ts";
import type { DocumentedError, DocumentedResponses } from "../failures/documented-responses.ts";
import { readPreferences } from "../failures/preferences.ts";
import type { Tenant } from "./tenant.ts";

const contexts = new AsyncLocalStorage<RequestContext>();

/** Returns the context of the request being answered; undefined outside of requests. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore();
}

export class RequestContext {
  readonly #response: ServerResponse;
  readonly #operation: string;
  readonly #documented: DocumentedResponses;
  readonly named: Tenant | null;
  #tenant: Tenant | null;
  #isDecided = false;
  #error: DocumentedError | null = null;

  constructor(route: Route, response: ServerResponse, named: Tenant | null, documented: DocumentedResponses) {
    this.#operation = route.operation.id;
    this.#response = response;
    this.#documented = documented;
    this.named = named;
    this.#tenant = named;
  }

  /** Null until the request's header or key tells it. */
  get tenant(): Tenant | null {
    return this.#tenant;
  }

  get error(): DocumentedError | null {
    return this.#error;
  }

  run(work: () => void): void {
    contexts.run(this, work);
  }

  /** Fails as the header `Prefer` says. Throws `invalid_input` if that is not possible. */
  prefer({ headers }: IncomingMessage): void {
    if (headers.prefer === undefined) return;
    const failure = readPreferences(String(headers.prefer));
    this.#documented.check(this.#operation, failure, () => "Prefer");
    this.#isDecided = true;
    this.#fail(failure);
  }

  /** Notes the request's tenant, unless its header named one, and takes a failure of the tenant. */
  belongsTo(tenant: Tenant): void {
    this.#tenant ??= tenant;
    if (this.#isDecided) return;
    this.#isDecided = true;
    const applies = (failure: Failure) => this.#documented.has(this.#operation, failure);
    const failure = this.#tenant.failures.take(this.#operation, applies);
    if (failure) this.#fail(failure);
  }

  #fail(failure: Failure): void {
    if (isDistorted(failure)) distortResponse(this.#response, failure);
    if (failure.code !== undefined) this.#error = this.#documented.find(this.#operation, failure.code, failure);
  }
}
