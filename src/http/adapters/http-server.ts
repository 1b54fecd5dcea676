import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../../config.ts";
import { refuseMalformedRequests } from "./malformed-requests.ts";
import { takeTurns } from "./take-turns.ts";

export interface HttpServer {
  readonly port: number;
  /** Refuses new connections and waits for requests in flight; when the signal aborts, it cuts those that are left. */
  close(signal: AbortSignal): Promise<void>;
}

const TIMEOUTS = {
  /** Until the headers of a request are complete, and of a connection that sends nothing. */
  headersTimeout: 15_000,
  /** Until its body is complete, however fast it arrives. */
  requestTimeout: 600_000,
  /** Longer than that of usual proxies, so that they close the connection and do not lose a request. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5000,
};

/** Listens on an address; port 0 is a free port. Throws one clear line if it cannot. */
export async function startHttpServer(
  listener: RequestListener,
  { HOST: host, PORT: port, MAX_CONNECTIONS: maxConnections }: Pick<Config, "HOST" | "PORT" | "MAX_CONNECTIONS">,
): Promise<HttpServer> {
  const server = createServer(TIMEOUTS, takeTurns(listener));
  server.maxConnections = maxConnections;
  server.on("drop", () => server.closeIdleConnections()); // to make room for the next one
  refuseMalformedRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isInUse = error.code === "EADDRINUSE";
      const reason = isInUse ? "another program uses it. Set PORT to another port" : error.message;
      reject(new Error(`Cannot listen on ${host}:${port}: ${reason}.`));
    });
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: (signal) => close(server, signal) };
}

const IDLE_SWEEP_MS = 50;

async function close(server: Server, signal: AbortSignal): Promise<void> {
  const closed = new Promise<unknown>((resolve) => server.close(resolve));
  // A client that keeps sending learns from its next reply that the connection ends; an idle one is disconnected.
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const disconnect = () => server.closeAllConnections();
  signal.addEventListener("abort", disconnect);
  if (signal.aborted) disconnect();
  await closed;
  clearInterval(sweep);
}
