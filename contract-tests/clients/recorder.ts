import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** Names the file to which requests and responses of client libraries are appended, as JSON lines. */
const RECORDING = process.env.CLIENT_RECORDING;

/**
 * Returns the address at which a client library reaches the service: the service's own, or, while `npm run
 * record-clients` runs, one that records each request with its response.
 */
export async function recordedAddress(service: string, library: string): Promise<string> {
  if (RECORDING === undefined) return service;
  const server = createServer((request, response) => void passOn(request, response, service, library));
  server.on("connection", (socket) => socket.unref());
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The recorder does not listen.");
  return `http://127.0.0.1:${address.port}`;
}

async function passOn(request: IncomingMessage, response: ServerResponse, service: string, library: string) {
  try {
    const { method, url: path = "", headers } = request;
    const body = await buffer(request);
    const sent = forward(new URL(path, service), { method, headers }).end(body);
    const [received]: [IncomingMessage] = (await once(sent, "response")) as [IncomingMessage];
    const reply = await buffer(received);
    const { statusCode: status = 0 } = received;
    const recorded = {
      library,
      request: { method, path, headers, body: body.toString("base64") },
      response: { status, headers: received.headers, body: reply.toString("base64") },
    };
    appendFileSync(RECORDING ?? "", `${JSON.stringify(recorded)}\n`);
    response.writeHead(status, received.headers).end(reply);
  } catch {
    response.destroy(); // as the service would be gone for the library
  }
}
