import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** Requests of one connection that wait for its earlier ones. A client that sends more is disconnected. */
const MAX_WAITING = 100;

/**
 * Returns a listener that starts one request of a connection in each turn of the event loop. Node would start all
 * that arrive together, and a client that pipelines thousands would keep the others waiting.
 */
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
