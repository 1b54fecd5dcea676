import assert from "node:assert/strict";
import type { Agent } from "node:http";
import type { operations as Operations } from "../../generated/openapi.ts";
import { type CheckedResponse, checkResponse } from "../contract/check-response.ts";
import { type Operation, type OperationId, operationById } from "../contract/contract-document.ts";
import type { Endpoint, Tenant } from "../target-description.ts";
import { exchange, type RawRequest } from "./exchange.ts";
import { target } from "./target.ts";

/** A request to an operation. What is left out is the tenant's: its project, its organization, and on private operations its personal key. */
export interface RequestOptions {
  /** Values of the path's variables; percent-encoded unless `encoded`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly isEncoded?: boolean;
  /** As pairs, or to the letter. */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>> | string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent to the letter, as JSON unless `headers` say otherwise. */
  readonly text?: string | Uint8Array;
  /** The bearer; null for none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ask for the path in the form that the document does not list, with or without its last slash. */
  readonly hasFlippedSlash?: boolean;
}

type Responses<O extends OperationId> = Operations[O]["responses"];
export type Status<O extends OperationId> = keyof Responses<O> & number;
/** What the document says that an operation answers with this status. */
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

  /** The answer to an operation, checked against the contract. */
  async request(id: OperationId, ask: RequestOptions = {}, agent?: Agent): Promise<CheckedResponse> {
    const message = this.message(id, ask);
    return checkResponse(message, await exchange(randomNode(this.endpoint), message, agent));
  }

  /** The body of an answer with this status. */
  async expectStatus<O extends OperationId, S extends Status<O>>(
    id: O,
    status: S,
    ask: RequestOptions = {},
  ): Promise<Body<O, S>> {
    const answer = await this.request(id, ask);
    assert.equal(
      answer.status,
      status,
      `${id} answered ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 500)}`,
    );
    return answer.body as Body<O, S>;
  }

  /** An answer that refuses: with this status, this code, and this attr (null: without one). A mock chooses code and attr by itself. */
  async expectError(
    id: OperationId,
    [status, code, attr]: ExpectedError,
    ask: RequestOptions = {},
  ): Promise<CheckedResponse> {
    const answer = await this.request(id, ask);
    const said = JSON.stringify(answer.body)?.slice(0, 500);
    assert.equal(answer.status, status, `${id} answered ${answer.status}: ${said}`);
    if (target.kind === "prism") return answer;
    const error = answer.body as { readonly code: string; readonly attr?: string };
    if (code !== undefined) assert.equal(error.code, code, said);
    if (attr !== undefined) assert.equal(error.attr ?? null, attr, said);
    return answer;
  }

  /** A request that no operation describes, to the service itself, checked against the contract. */
  async sendRaw(buildRequest: RawRequest, agent?: Agent): Promise<CheckedResponse> {
    return checkResponse(buildRequest, await exchange(this.endpoint.direct, buildRequest, agent));
  }

  /** The request as it goes out. */
  message(id: OperationId, ask: RequestOptions = {}): RawRequest {
    const operation = operationById(id);
    const { json, text, key = operation.isPrivate ? this.#tenant.personalApiKey : null } = ask;
    const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
    return {
      method: operation.method,
      path: this.#path(operation, ask),
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...ask.headers,
      },
      body,
    };
  }

  #path(
    operation: Operation,
    { path = {}, isEncoded: encoded = false, query, hasFlippedSlash: otherSlash = false }: RequestOptions,
  ): string {
    const { projectId, organizationId, projectApiKey: token } = this.#tenant;
    const own = { project_id: projectId, parent_lookup_organization_id: organizationId, token };
    const values = { ...own, id: "unknown", file: "array.js", version: "0.0.0", ...path };
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) => {
      return encoded ? values[name] : encodeURIComponent(values[name]);
    });
    const asked = query ?? (operation.hasTokenParameter ? { token } : "");
    return `${otherSlash ? flipSlash(filled) : filled}${typeof asked === "string" ? asked : formatQuery(asked)}`;
  }
}

/** A client that goes past the proxy, where there is one: it would read bodies itself, write numbers anew, and take none that are large. */
export function directClient(): Client {
  return new Client({ base: target.direct, direct: target.direct });
}

/** A client for each of the service's processes. */
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
    (Array.isArray(value) ? value : [value]).map((one: string | number) => [name, String(one)] as [string, string]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
