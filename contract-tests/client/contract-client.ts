import assert from "node:assert/strict";
import type { Agent } from "node:http";
import type { operations as Operations } from "../../generated/openapi.ts";
import { type CheckedResponse, checkResponse } from "../contract/check-response.ts";
import type { OperationId } from "../contract/contract-document.ts";
import { isRead } from "../contract/reads.ts";
import type { Endpoint, Tenant } from "../target-description.ts";
import { buildMessage, type RequestOptions } from "./build-message.ts";
import { exchange, type RawRequest } from "./exchange.ts";
import { target } from "./target.ts";

export type { RequestOptions } from "./build-message.ts";

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
    if (target.readOnly && !isRead({ id, method: message.method })) throw new Error(`${id} is no read.`);
    return checkResponse(message, await exchange(randomNode(this.endpoint), message, agent));
  }

  /** Calls an operation that must respond with this status, and returns the body. */
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
   * Calls an operation that must respond with this error: status, code and attr (null means no attr). A mock chooses
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
    return buildMessage(id, options, this.#tenant);
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
