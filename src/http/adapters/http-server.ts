import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { countArrival } from "../../lib/threads/loop-turns.ts";
import type { Config } from "../../settings/config.ts";
import { shareConnections } from "./connection-shares.ts";
import { continueWhenRead } from "./discard-body.ts";
import { refuseMalformedRequests, requireValidHead } from "./malformed-requests.ts";

const SERVER_OPTIONS = {
  requireHostHeader: false, // `requireValidHead` answers in the shape of all errors
  /** Limit until headers are complete, and of a connection that sends nothing. */
  headersTimeout: 15_000,
  /** Limit until the body is complete, however fast it arrives. */
  requestTimeout: 600_000,
  /** Longer than that of usual proxies, so that they close the connection and lose no request. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5000,
};

/** Connections that wait to be accepted. With more, those of other clients would wait for seconds, too. */
const BACKLOG = 4096;

/** Time in which a client reads nothing of a response, before it is disconnected. */
const STALL_TIMEOUT_MS = 120_000;

type ServerSettings = Pick<Config, "HOST" | "PORT" | "MAX_CONNECTIONS" | "TRUST_PROXY">;

/** Listens on an address; port 0 is a free port. Throws one clear line if it cannot. */
export async function startHttpServer(
  listener: RequestListener,
  { HOST: host, PORT: port, MAX_CONNECTIONS: maxConnections, TRUST_PROXY: trustsProxy }: ServerSettings,
  onEnded: (count: number) => void = () => undefined,
) {
  const server = createServer(SERVER_OPTIONS, takeTurns(requireValidHead(listener)));
  server.maxConnections = maxConnections;
  server.timeout = STALL_TIMEOUT_MS;
  server.on("drop", () => server.closeIdleConnections()); // to make room for the next one
  server.on("connection", countArrival);
  const findResponse = refuseMalformedRequests(server);
  shareConnections(server, findResponse, maxConnections, trustsProxy, onEnded);
  continueWhenRead(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isInUse = error.code === "EADDRINUSE";
      const reason = isInUse ? "another program uses it. Set PORT to another port" : error.message;
      reject(new Error(`Cannot listen on ${host}:${port}: ${reason}.`, { cause: error }));
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  let idleGraceMs = 0;
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends each open connection with its next reply. Refuses nothing. */
    retire(): void {
      idleGraceMs = IDLE_GRACE_MS;
      const opened = new WeakSet<Socket>();
      server.on("connection", (socket) => opened.add(socket));
      endConnections(server, (socket) => !opened.has(socket));
    },
    /** Refuses new connections and waits for requests in flight. Cuts those that are left when the signal aborts. */
    close: (signal: AbortSignal) => close(server, signal, idleGraceMs),
  };
}

const IDLE_SWEEP_MS = 50;
/** Idle connections stay this long after the port has closed, or requests that are on their way would fail. */
const IDLE_GRACE_MS = 1000;

function endConnections(server: Server, isEnding: (socket: Socket) => boolean): void {
  server.prependListener("request", ({ socket }, response) => {
    if (isEnding(socket)) response.setHeader("Connection", "close");
  });
}

const MAX_QUIET_TURN_MS = 0.1;
const MAX_QUIET_WAIT_MS = 1000;

/** Waits for a turn without new connections, or a second: closing the port resets those that are not accepted yet. */
async function waitUntilQuiet(server: Server): Promise<void> {
  let connections = 0;
  const count = () => {
    connections += 1;
  };
  server.on("connection", count);
  const end = performance.now() + MAX_QUIET_WAIT_MS;
  for (let before = -1, started = 0; started < end; ) {
    if (before === connections && performance.now() - started < MAX_QUIET_TURN_MS) break;
    before = connections;
    started = performance.now();
    await turn();
  }
  server.off("connection", count);
}

async function close(server: Server, signal: AbortSignal, idleGraceMs: number): Promise<void> {
  if (idleGraceMs > 0) await waitUntilQuiet(server);
  endConnections(server, () => true);
  // The method of HTTP servers would disconnect idle clients at once.
  const closed = new Promise<unknown>((resolve) => NetServer.prototype.close.call(server, resolve));
  if (idleGraceMs > 0) await sleep(idleGraceMs, undefined, { signal }).catch(() => undefined);
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const disconnect = () => server.closeAllConnections();
  signal.addEventListener("abort", disconnect);
  if (signal.aborted) disconnect();
  await closed;
  clearInterval(sweep);
}

/** Waiting requests of one connection. A client that sends more is disconnected. */
const MAX_WAITING = 100;

/** Starts one request of a connection in each turn: a client that pipelines thousands keeps no others waiting. */
export function takeTurns(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<object, number>();

  function wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING) socket.destroy();
    if (socket.destroyed) return;
    // The response gets its socket when the earlier ones are sent.
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      setImmediate(() => listener(request, response));
    });
  }

  return (request, response) => (response.socket === null ? wait(request, response) : listener(request, response));
}
