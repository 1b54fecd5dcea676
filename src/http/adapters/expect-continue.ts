import type { IncomingMessage, Server } from "node:http";

/** How long a client that was not asked for its body may still send it, so that a reset does not lose the reply. */
const LINGER_MS = 5000;

const waiting = new WeakSet<IncomingMessage>();

/**
 * Asks a client that sends `Expect: 100-continue` for the body when it is first read, so that a request that is refused
 * for its headers costs the client no body. Node would ask at once. It ends the connection if nothing was asked.
 */
export function continueWhenRead(server: Server): void {
  server.on("checkContinue", (request, response) => {
    const { socket } = request;
    waiting.add(request);
    socket.destroySoon = () => {
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    };
    request.once("resume", () => {
      waiting.delete(request);
      if (!response.headersSent) response.writeContinue();
    });
    server.emit("request", request, response);
  });
}

/** Returns whether the client was not asked for the body that it announced: it need not send it. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}
