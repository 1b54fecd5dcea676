import type { IncomingMessage } from "node:http";
import { problem } from "../../problem.ts";

/** What is still read, and thrown away, of a body that is refused, so that its sender gets to the answer. */
const DISCARD_BYTES = 64 * 1024 * 1024;
const DISCARD_MS = 10_000;

/**
 * The request's body. Throws `request_too_large` as soon as it is known to have `limit` bytes or more, and `parse_error` where its sender
 * breaks off.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(request.headers["content-length"] ?? 0) >= limit) {
    discard(request);
    return Promise.reject(problem("request_too_large"));
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (finish: () => void) => {
      request.off("data", take).off("end", end).off("error", broken).off("aborted", broken);
      finish();
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      chunks.push(chunk);
      if (bytes < limit) return;
      settle(() => reject(problem("request_too_large")));
      discard(request);
    };
    const end = () => settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes)));
    const broken = () => settle(() => reject(problem("parse_error", { detail: "The request body ended early." })));
    request.on("data", take).on("end", end).on("error", broken).on("aborted", broken);
  });
}

/** Reads on into nothing, a bounded while, so that the answer is not lost to a reset; then the connection is cut. */
function discard(request: IncomingMessage): void {
  let bytes = 0;
  const cut = () => request.destroy();
  const timer = setTimeout(cut, DISCARD_MS).unref();
  request.on("error", () => clearTimeout(timer));
  request.on("close", () => clearTimeout(timer));
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > DISCARD_BYTES) cut();
  });
}
