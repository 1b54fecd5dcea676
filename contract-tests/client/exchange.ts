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
  /** From the request to the end of the response, if it was measured. */
  readonly milliseconds?: number;
}

const TIMEOUT_MS = 300_000;

/** The service has closed the connection, which was kept for this request, at the same moment. */
class IdleConnectionClosed extends Error {}

/**
 * Sends a request and reads the whole response. Uses a new connection unless an agent is given. Repeats once what a
 * busy machine sent so late that the service no longer waited for it, on a new or on a kept connection.
 */
export async function exchange(base: string, message: RawRequest, agent?: Agent): Promise<RawResponse> {
  const { body } = message;
  const headers = {
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    ...message.headers,
  };
  const send = () => exchangeStreaming(base, { ...message, headers }, agent, (request) => request.end(body));
  try {
    const response = await send();
    return response.status === 408 ? await send() : response;
  } catch (error) {
    if (!(error instanceof IdleConnectionClosed)) throw error;
    return send();
  }
}

/** Sends a request whose body the caller writes, and need not end. Reads the response as soon as it arrives. */
export async function exchangeStreaming(
  base: string,
  message: RawRequest,
  agent: Agent | undefined,
  write: (request: ClientRequest) => void,
): Promise<RawResponse> {
  const { protocol, hostname, port, pathname } = new URL(base);
  const { method, path, headers = {} } = message;
  const open = protocol === "https:" ? httpsRequest : httpRequest;
  const options = { hostname, port, method, path: `${pathname.replace(/\/$/, "")}${path}`, headers };
  const start = performance.now();
  const request = open({ ...options, agent: agent ?? false, timeout: TIMEOUT_MS });
  try {
    const response = await receive(request, write);
    return { ...response, milliseconds: performance.now() - start };
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    const isOfIdle = request.reusedSocket && cause.code === "ECONNRESET";
    // With the caller's stack.
    throw new (isOfIdle ? IdleConnectionClosed : Error)(`${method} ${path.slice(0, 200)}: ${cause.message}`, { cause });
  }
}

function receive(request: ClientRequest, write: (request: ClientRequest) => void): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    request.on("timeout", () => request.destroy(new Error("no response in time")));
    request.on("error", reject);
    // Between two requests Node listens to no error of the socket for a moment: one would end the process.
    request.on("socket", (socket) => socket.off("error", ignoreError).on("error", ignoreError));
    request.on("response", (response) => {
      // After the response, errors of the rest of the request do not matter.
      request.off("error", reject).on("error", () => undefined);
      const chunks: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
      });
    });
    write(request);
  });
}

function ignoreError(): void {}

/** Returns the decompressed body as text. Throws if it is not UTF-8. */
export function decodeBody({ headers, bytes }: RawResponse): string {
  const content = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
}
