import { type Operation, type OperationId, operationById } from "../contract/contract-document.ts";
import type { Tenant } from "../target-description.ts";
import type { RawRequest } from "./exchange.ts";

/**
 * A request to an operation. Project, organization and, for private operations, the personal key default to the
 * tenant's.
 */
export interface RequestOptions {
  /** Values of the path variables. They are percent-encoded unless `isEncoded` is set. */
  readonly path?: Readonly<Record<string, string>>;
  readonly isEncoded?: boolean;
  /** Pairs, or the verbatim query string. Without it, the query has what it must have. */
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

/** Returns the HTTP request for these options. */
export function buildMessage(id: OperationId, options: RequestOptions, tenant: Tenant): RawRequest {
  const operation = operationById(id);
  const { json, text, key = operation.isPrivate ? tenant.personalApiKey : null } = options;
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
  return {
    method: operation.method,
    path: buildPath(operation, options, tenant),
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...options.headers,
    },
    body,
  };
}

function buildPath(
  operation: Operation,
  { path = {}, isEncoded = false, query, hasFlippedSlash = false }: RequestOptions,
  { projectId, organizationId, projectApiKey: token }: Tenant,
): string {
  const defaults = { project_id: projectId, parent_lookup_organization_id: organizationId, token };
  const unknown = { id: "unknown", key: "unknown", secret: "unknown" };
  const values = { ...defaults, ...unknown, file: "array.js", version: "0.0.0", ...path };
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) => {
    return isEncoded ? values[name] : encodeURIComponent(values[name]);
  });
  const fullQuery = query ?? { ...operation.requiredQuery, ...(operation.hasTokenParameter && { token }) };
  const queryString = typeof fullQuery === "string" ? fullQuery : formatQuery(fullQuery);
  return `${hasFlippedSlash ? flipSlash(filled) : filled}${queryString}`;
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
