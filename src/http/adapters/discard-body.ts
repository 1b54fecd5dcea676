import type { IncomingMessage, Server } from "node:http";
import { announcesBody } from "../decode/read-body.ts";

/** Time in which a client may still send a body that it was not asked for, so that a reset does not lose the reply. */
const LINGER_MS = 5000;

const waiting = new WeakSet<IncomingMessage>();

/** Reads the rest, so that a reset does not lose the reply. Resolves at once for a 408 or a body not asked for. */
export async function discardRemainder(request: IncomingMessage, status: number): Promise<void> {
  if (!announcesBody(request.headers) || awaitsContinue(request)) return;
  const discarded = discard(request);
  if (isClosingConnection(request) && status !== 408) await discarded;
}

const MAX_DISCARD_BYTES = 64 * 1024 * 1024;
const MAX_DISCARD_CHUNKS = 20_000;
const MAX_DISCARD_MS = 10_000;
/** Silence after which the sender waits for the reply. */
const IDLE_TIMEOUT_MS = 500;

/** Resolves at the body's end, at silence, or at a limit: then it cuts a connection that would otherwise stay open. */
function discard(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let [bytes, chunks] = [0, 0];
    const giveUp = () => {
      resolve();
      if (!isClosingConnection(request)) request.destroy();
    };
    const timer = setTimeout(giveUp, MAX_DISCARD_MS).unref();
    // What has arrived during a pause of this process is read before the immediate runs.
    const silence = setTimeout(() => {
      const before = bytes;
      setImmediate(() => bytes === before && resolve());
    }, IDLE_TIMEOUT_MS).unref();
    const finish = () => {
      clearTimeout(timer);
      clearTimeout(silence);
      resolve();
    };
    request.on("end", finish).on("error", finish).on("close", finish);
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.byteLength;
      silence.refresh();
      chunks += 1;
      if (bytes > MAX_DISCARD_BYTES || chunks > MAX_DISCARD_CHUNKS) giveUp();
    });
    request.resume();
  });
}

/** Node closes such a connection at the end of the reply, whether or not the sender has read it. */
function isClosingConnection({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.0" || /\bclose\b/i.test(headers.connection ?? "");
}

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
function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}
