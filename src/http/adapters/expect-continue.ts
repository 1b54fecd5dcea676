import type { IncomingMessage, Server } from "node:http";

/** Time in which a client may still send a body that it was not asked for, so that a reset does not lose the reply. */
const LINGER_MS = 5000;

const waiting = new WeakSet<IncomingMessage>();

/** Asks for the body when it is first read, not at once as Node does: requests refused for their headers need none. */
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

/** Returns whether the client was not asked for the announced body: it need not send it. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}
