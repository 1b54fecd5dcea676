import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { ContractOperation } from "./contract/routes.ts";
import type { BodyLimits } from "./decode/read-body.ts";

/** Request from an adapter to the core. Public operations with a body need no more than this. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Has no question mark; empty if absent. */
  readonly queryString: string;
  readonly headers: IncomingHttpHeaders;
  /** Returns the client's IPv4 address or IPv6 network, as limits count it. */
  readonly clientAddress: () => string;
  /** Reads the body, which the caller releases from the memory. Throws as `receiveBody`. */
  readonly readBytes: (limits: BodyLimits) => Promise<Uint8Array>;
}

export interface NegotiableRequest extends HttpRequest {
  /** Address without its query, as the client wrote it. */
  readonly url: string;
  /** Address of the service as the client knows it, without a slash at its end. */
  readonly baseUrl: string;
  /** Returns which of these media types the client prefers; false for none. */
  readonly preferredType: (...types: string[]) => string | false;
  readonly acceptsGzip: () => boolean;
  /** Reads plain JSON. Throws as `readBytes`, and `unsupported_media_type`. */
  readonly readJson: (limits: BodyLimits) => Promise<unknown>;
}

export interface HttpReply<Body = string | Uint8Array | Readable | null> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

interface InnerCall {
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
