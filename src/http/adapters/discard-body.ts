import type { IncomingMessage } from "node:http";

/** Reads the rest of a refused body, so that a reset does not lose the reply. Resolves when the reply may be sent. */
export async function discardRemainder(request: IncomingMessage): Promise<void> {
  const discarded = discard(request);
  if (isClosingConnection(request)) await discarded;
}

/** What is still read, and thrown away, of a body that is refused. */
const MAX_DISCARD_BYTES = 64 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;
/** A sender from whom nothing comes for so long is waiting for the answer. */
const IDLE_TIMEOUT_MS = 200;

/**
 * Reads on into nothing, so that the answer is not lost to a reset. Resolves at the body's end, when its sender falls silent, or when
 * enough was read for one that does not look up; the connection of such a one is cut, if it is not to be closed anyway.
 */
function discard(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const enough = () => {
      resolve();
      if (!isClosingConnection(request)) request.destroy();
    };
    const timer = setTimeout(enough, MAX_DISCARD_MS).unref();
    const silence = setTimeout(resolve, IDLE_TIMEOUT_MS).unref();
    const over = () => {
      clearTimeout(timer);
      clearTimeout(silence);
      resolve();
    };
    request.on("end", over).on("error", over).on("close", over);
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.byteLength;
      silence.refresh();
      if (bytes > MAX_DISCARD_BYTES) enough();
    });
    request.resume();
  });
}

/** Node closes such a connection with the end of the answer, whether its sender has come to read it or not. */
function isClosingConnection({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.0" || /\bclose\b/i.test(headers.connection ?? "");
}
