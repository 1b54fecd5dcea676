import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface HttpServer {
  readonly port: number;
  /** Refuses new connections and waits for requests in flight; when the signal aborts, it cuts those that are left. */
  close(signal: AbortSignal): Promise<void>;
}

/** Listens on an address; port 0 is a free port. Throws one clear line if it cannot. */
export async function startHttpServer(
  listener: RequestListener,
  { HOST: host, PORT: port }: { readonly HOST: string; readonly PORT: number },
): Promise<HttpServer> {
  const server = createServer(listener);
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
