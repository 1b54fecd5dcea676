import { type Agent, type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { gunzipSync } from "node:zlib";

export interface RawRequest {
  readonly method: string;
  /** Path and query, sent verbatim. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as received, before decoding. */
  readonly bytes: Buffer;
}

const TIMEOUT_MS = 30_000;

/** Sends a request and reads the whole response. Uses a new connection unless an agent is given. */
export function exchange(base: string, message: RawRequest, agent?: Agent): Promise<RawResponse> {
  const { body } = message;
  const headers = {
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    ...message.headers,
  };
  return exchangeStreaming(base, { ...message, headers }, agent, (request) => request.end(body));
}

/** Sends a request whose body the caller writes, and need not end. Reads the response as soon as it arrives. */
export function exchangeStreaming(
  base: string,
  { method, path, headers = {} }: RawRequest,
  agent: Agent | undefined,
  write: (request: ClientRequest) => void,
): Promise<RawResponse> {
  const { protocol, hostname, port, pathname } = new URL(base);
  const open = protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open({
      hostname,
      port,
      method,
      path: `${pathname.replace(/\/$/, "")}${path}`,
      headers,
      agent: agent ?? false,
      timeout: TIMEOUT_MS,
    });
    request.on("timeout", () => request.destroy(new Error("no response in time")));
    const fail = (cause: Error) => reject(new Error(`${method} ${path.slice(0, 200)}: ${cause.message}`, { cause }));
    request.on("error", fail);
    request.on("response", (response) => {
      // After the response, errors of the rest of the request do not matter.
      request.off("error", fail).on("error", () => undefined);
      const chunks: Buffer[] = [];
      response.on("error", fail);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
      });
    });
    write(request);
  });
}

/** Returns the decompressed body as text. Throws if it is not UTF-8. */
export function decodeBody({ headers, bytes }: RawResponse): string {
  const content = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
}
