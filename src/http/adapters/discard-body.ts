import type { IncomingMessage } from "node:http";
import { awaitsContinue } from "./expect-continue.ts";

/**
 * Reads the rest of a refused body, so that a reset does not lose the reply. Resolves when the reply may be sent: at
 * once if the body was refused because it is slow (408), or if the client was not asked for it.
 */
export async function discardRemainder(request: IncomingMessage, status: number): Promise<void> {
  if (!hasBody(request) || awaitsContinue(request)) return;
  const discarded = discard(request);
  if (isClosingConnection(request) && status !== 408) await discarded;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Limits on what is read of a refused body. */
const MAX_DISCARD_BYTES = 64 * 1024 * 1024;
const MAX_DISCARD_CHUNKS = 20_000;
const MAX_DISCARD_MS = 10_000;
/** A sender that is silent for this long waits for the reply. */
const IDLE_TIMEOUT_MS = 500;

/**
 * Discards the rest of the body, so that a reset does not lose the reply. Resolves at the body's end, when the sender
 * falls silent, or at a limit of bytes or time; then it cuts a connection that would otherwise stay open.
 */
function discard(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let [bytes, chunks] = [0, 0];
    const giveUp = () => {
      resolve();
      if (!isClosingConnection(request)) request.destroy();
    };
    const timer = setTimeout(giveUp, MAX_DISCARD_MS).unref();
    // After a pause of this process, what has arrived meanwhile is read before the immediate runs.
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
