import type { ContractOperation } from "./contract/routes.ts";
import type { NegotiableRequest } from "./http-message.ts";

export interface InnerCall {
  readonly operation: ContractOperation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body?: unknown;
  readonly accept?: string | undefined;
}

/** Returns the path of the operation with these parameters, and the query. */
export function pathAndQuery({ operation, params, query }: InnerCall): string {
  const filled = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** Returns a request that this program makes, for the core. */
export function innerRequest(call: InnerCall, baseUrl: string): NegotiableRequest {
  const { operation, query, body = {}, accept } = call;
  const [path = ""] = pathAndQuery(call).split("?", 1);
  return {
    ...{ method: operation.method, path, queryString: String(query), headers: {} },
    ...{ url: `${baseUrl}${path}`, baseUrl },
    clientAddress: () => "",
    readBytes: () => Promise.reject(new Error("private operations have JSON bodies")),
    readJson: async () => body,
    preferredType: (...types) => types.find((type) => type === accept) ?? types[0] ?? false,
    acceptsGzip: () => false,
  };
}
