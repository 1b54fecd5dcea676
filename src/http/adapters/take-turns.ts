import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

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
