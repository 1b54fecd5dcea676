import assert from "node:assert/strict";
import type { Agent } from "node:http";
import type { operations as Operations } from "../../generated/openapi.ts";
import { type CheckedResponse, checkResponse } from "../contract/check-response.ts";
import { type Operation, type OperationId, operationById } from "../contract/contract-document.ts";
import type { Endpoint, Tenant } from "../target-description.ts";
import { exchange, type RawRequest } from "./exchange.ts";
import { target } from "./target.ts";

/**
 * A request to an operation. Project, organization and, for private operations, the personal key default to the
 * tenant's.
 */
export interface RequestOptions {
  /** Values of the path variables. They are percent-encoded unless `isEncoded` is set. */
  readonly path?: Readonly<Record<string, string>>;
  readonly isEncoded?: boolean;
  /** Pairs, or the verbatim query string. */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>> | string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent verbatim, with the content type of JSON unless `headers` contain another one. */
  readonly text?: string | Uint8Array;
  /** The bearer token; null for none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests the other form of the path, with or without the trailing slash. */
  readonly hasFlippedSlash?: boolean;
}

type Responses<O extends OperationId> = Operations[O]["responses"];
export type Status<O extends OperationId> = keyof Responses<O> & number;
/** The documented body of an operation's response with this status. */
export type Body<O extends OperationId, S extends Status<O>> = Responses<O>[S] extends {
  content: { "application/json": infer B };
}
  ? B
  : unknown;

export type ExpectedError = readonly [status: number, code?: string, attr?: string | null];

export class Client {
  readonly endpoint: Endpoint;
  readonly #tenant: Tenant;

  constructor(endpoint: Endpoint = target, tenant: Tenant = target.tenant) {
    this.endpoint = endpoint;
    this.#tenant = tenant;
  }

  /** Calls an operation and returns the response. Throws if it violates the contract. */
  async request(id: OperationId, options: RequestOptions = {}, agent?: Agent): Promise<CheckedResponse> {
    const message = this.message(id, options);
    return checkResponse(message, await exchange(randomNode(this.endpoint), message, agent));
  }

  /** Calls an operation that must response with this status, and returns the body. */
  async expectStatus<O extends OperationId, S extends Status<O>>(
    id: O,
    status: S,
    options: RequestOptions = {},
  ): Promise<Body<O, S>> {
    const response = await this.request(id, options);
    assert.equal(
      response.status,
      status,
      `${id} answered with ${response.status}: ${JSON.stringify(response.body)?.slice(0, 500)}`,
    );
    return response.body as Body<O, S>;
  }

  /**
   * Calls an operation that must response with this error: status, code and attr (null means no attr). A mock chooses
   * code and attr by itself.
   */
  async expectError(
    id: OperationId,
    [status, code, attr]: ExpectedError,
    options: RequestOptions = {},
  ): Promise<CheckedResponse> {
    const response = await this.request(id, options);
    const body = JSON.stringify(response.body)?.slice(0, 500);
    assert.equal(response.status, status, `${id} answered with ${response.status}: ${body}`);
    if (target.kind === "prism") return response;
    const error = response.body as { readonly code: string; readonly attr?: string };
    if (code !== undefined) assert.equal(error.code, code, body);
    if (attr !== undefined) assert.equal(error.attr ?? null, attr, body);
    return response;
  }

  /**
   * Sends a request that no operation describes to the service itself. Throws if the response violates the contract.
   */
  async sendRaw(request: RawRequest, agent?: Agent): Promise<CheckedResponse> {
    return checkResponse(request, await exchange(this.endpoint.direct, request, agent));
  }

  /** Returns the HTTP request for these options. */
  message(id: OperationId, options: RequestOptions = {}): RawRequest {
    const operation = operationById(id);
    const { json, text, key = operation.isPrivate ? this.#tenant.personalApiKey : null } = options;
    const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
    return {
      method: operation.method,
      path: this.#path(operation, options),
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...options.headers,
      },
      body,
    };
  }

  #path(
    operation: Operation,
    { path = {}, isEncoded = false, query, hasFlippedSlash = false }: RequestOptions,
  ): string {
    const { projectId, organizationId, projectApiKey: token } = this.#tenant;
    const defaults = { project_id: projectId, parent_lookup_organization_id: organizationId, token };
    const values = { ...defaults, id: "unknown", file: "array.js", version: "0.0.0", ...path };
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) => {
      return isEncoded ? values[name] : encodeURIComponent(values[name]);
    });
    const fullQuery = query ?? (operation.hasTokenParameter ? { token } : "");
    const queryString = typeof fullQuery === "string" ? fullQuery : formatQuery(fullQuery);
    return `${hasFlippedSlash ? flipSlash(filled) : filled}${queryString}`;
  }
}

/** Returns a client that bypasses the proxy, which parses bodies, reformats numbers and refuses large bodies. */
export function directClient(): Client {
  return new Client({ base: target.direct, direct: target.direct });
}

/** Returns a client for each process of the service. */
export function clientsOfNodes(endpoint: Endpoint = target, tenant = target.tenant): Client[] {
  return nodesOf(endpoint).map((base) => new Client({ base, direct: base }, tenant));
}

function randomNode(endpoint: Endpoint): string {
  const nodes = nodesOf(endpoint);
  return nodes[Math.floor(Math.random() * nodes.length)] ?? endpoint.base;
}

function nodesOf({ base, nodes = [] }: Endpoint): readonly string[] {
  return nodes.length > 1 ? nodes : [base];
}

function flipSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
}

function formatQuery(query: Readonly<Record<string, string | number | readonly string[]>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item: string | number) => [name, String(item)] as [string, string]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
