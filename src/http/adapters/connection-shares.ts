import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { problem } from "../../lib/problem.ts";
import { clientAddress } from "../client-address.ts";
import { type FindResponse, refuse } from "./malformed-requests.ts";

/** Free part of the connections below which they are scarce. */
const RESERVE = 1 / 16;
const SEARCH_PAUSE_MS = 100;
/** A new connection is neither slow nor fast. */
const [CREDIT_BYTES, CREDIT_MS] = [4096, 1000];

/** States of a connection: what it waits for. Lower numbers end first. */
const [IDLE, AWAITS_BODY, AWAITS_READER, AWAITS_SERVICE] = [0, 1, 2, 3];

interface Candidate {
  readonly socket: Socket;
  readonly response: ServerResponse | undefined;
  readonly state: number;
  readonly bytesPerMs: number;
}

/**
 * Keeps connections free: while they are scarce, clients with more than an equal share lose their slowest ones, the
 * largest client first. A client is an IPv4 address or an IPv6 network, behind a trusted proxy that of the request in
 * flight; connections without a request then belong to no client.
 */
export function shareConnections(
  server: Server,
  findResponse: FindResponse,
  maxConnections: number,
  trustsProxy: boolean,
  onEnded: (count: number) => void,
): void {
  const reserve = Math.min(Math.ceil(maxConnections * RESERVE), maxConnections - 1);
  const openedAt = new Map<Socket, number>();
  let pausedUntil = 0;
  /** Gets no connection during the pause: it would take the reserve, because none of its many can be ended. */
  let largestClient: string | undefined;

  server.on("connection", (socket) => {
    const now = performance.now();
    openedAt.set(socket, now);
    socket.once("close", () => openedAt.delete(socket));
    keepReserve(now, socket);
  });
  // No connection comes any more if the reserve filled up before its connections' requests were read.
  server.on("drop", () => keepReserve(performance.now()));

  function keepReserve(now: number, newest?: Socket): void {
    if (openedAt.size <= maxConnections - reserve) return;
    const isPaused = now < pausedUntil;
    const ended = isPaused ? refuseIfLargest(newest) : makeRoom(now);
    if (ended > 0) onEnded(ended);
    else if (!isPaused) pausedUntil = now + SEARCH_PAUSE_MS;
  }

  function refuseIfLargest(newest: Socket | undefined): number {
    if (!newest || trustsProxy || clientAddress({ headers: {}, socket: newest }, false) !== largestClient) return 0;
    newest.destroy();
    return 1;
  }

  function makeRoom(now: number): number {
    const clients = [...groupByClient(now)].sort(([, one], [, other]) => other.length - one.length);
    const total = clients.reduce((sum, [, candidates]) => sum + candidates.length, 0);
    if (total < openedAt.size / 2) return 0; // most are idle ones of the proxy
    const share = Math.max(1, Math.floor((total - reserve) / clients.length));
    largestClient = clients.length > 1 ? clients[0]?.[0] : undefined;
    let ended = 0;
    for (const [, candidates] of clients) {
      const excess = Math.min(candidates.length - share, reserve - ended);
      if (excess <= 0) break;
      const slow = candidates.filter(({ state }) => state !== AWAITS_SERVICE).sort(bySlowness);
      for (const { socket, response } of slow.slice(0, excess)) end(socket, response);
      ended += Math.min(excess, slow.length);
    }
    return ended;
  }

  function groupByClient(now: number): Map<string, Candidate[]> {
    const clients = new Map<string, Candidate[]>();
    for (const [socket, since] of openedAt) {
      const response = findResponse(socket);
      const state = stateOf(socket, response);
      if (state === IDLE && trustsProxy) continue;
      const headers = response?.req.headers ?? {};
      const client = clientAddress({ headers, socket }, trustsProxy && state !== IDLE);
      const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      const bytesPerMs = (bytes + CREDIT_BYTES) / (now - since + CREDIT_MS);
      const candidates = clients.get(client) ?? [];
      if (candidates.push({ socket, response, state, bytesPerMs }) === 1) clients.set(client, candidates);
    }
    return clients;
  }
}

/** `response` is the one to the last request: its socket is null while earlier ones are not read. */
function stateOf(socket: Socket, response: ServerResponse | undefined): number {
  if (response === undefined || response.writableFinished) return IDLE;
  if (response.socket !== socket || response.headersSent) return AWAITS_READER;
  return response.req.complete ? AWAITS_SERVICE : AWAITS_BODY;
}

function bySlowness(one: Candidate, other: Candidate): number {
  return one.state - other.state || one.bytesPerMs - other.bytesPerMs;
}

/** Responds to a slow request before its end, which a proxy must not take for a failure of the service. */
function end(socket: Socket, response: ServerResponse | undefined): void {
  const detail = "The request arrives too slowly while connections are scarce.";
  if (stateOf(socket, response) === AWAITS_BODY) refuse(socket, problem("request_timeout", { detail }));
  else socket.destroy();
}
