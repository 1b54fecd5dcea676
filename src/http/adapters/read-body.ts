import type { IncomingMessage } from "node:http";
import { type ProblemCode, problem } from "../../problem.ts";
import type { BodyLimits, BodyMemory } from "../body-memory.ts";

/**
 * Reads the request's body; the caller releases it from the memory. Throws `request_too_large` as soon as the body is
 * known to have `limit` bytes or more, `service_unavailable` if the memory is full, and `parse_error` if it ends early.
 */
export async function readBody(request: IncomingMessage, { limit, memory }: BodyLimits): Promise<Uint8Array> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced >= limit) throw problem("request_too_large");
  const body = await readWithinLimit(request, limit, memory);
  if (typeof body === "string") throw problem(body);
  return body;
}

/** Reads the rest of a refused body, so that a reset does not lose the reply. Resolves when the reply may be sent. */
export async function discardRemainder(request: IncomingMessage): Promise<void> {
  const discarded = discard(request);
  if (isClosingConnection(request)) await discarded;
}

function readWithinLimit(
  request: IncomingMessage,
  limit: number,
  memory: BodyMemory,
): Promise<Uint8Array | ProblemCode> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (finish: () => void) => {
      request.off("data", take).off("end", end).off("error", broken).off("aborted", broken);
      finish();
    };
    const refuse = (code: ProblemCode) => {
      memory.release(bytes);
      settle(() => resolve(code));
    };
    const take = (chunk: Buffer) => {
      const grown = bytes + chunk.byteLength;
      if (grown >= limit) return refuse("request_too_large");
      if (!memory.grow(bytes, grown)) return refuse("service_unavailable");
      bytes = grown;
      chunks.push(chunk);
    };
    const end = () => settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes)));
    const broken = () => {
      memory.release(bytes);
      settle(() => reject(problem("parse_error", { detail: "The request body ended early." })));
    };
    request.on("data", take).on("end", end).on("error", broken).on("aborted", broken);
  });
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
