import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A response on its way from the service to the suite. */
export interface InterceptedResponse {
  readonly path: string;
  status: number;
  readonly headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Starts a proxy in front of a service that modifies its responses. */
export async function startTamperingProxy(service: string, tamper: (answer: InterceptedResponse) => void) {
  const { hostname, port } = new URL(service);
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = "/" } = incoming;
    const upstream = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status = 0 } = response;
        const { "content-length": _, ...others } = response.headers;
        const answer: InterceptedResponse = { path, status, headers: others, body: Buffer.concat(chunks) };
        tamper(answer);
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Changes the JSON of successful responses whose path matches. */
export function editJsonBody(
  answer: InterceptedResponse,
  ending: RegExp,
  change: (body: Record<string, unknown>) => void,
): void {
  if (!ending.test(answer.path) || answer.status >= 300 || answer.body.length === 0) return;
  const body = JSON.parse(answer.body.toString("utf8"));
  change(body);
  answer.body = Buffer.from(JSON.stringify(body));
}
