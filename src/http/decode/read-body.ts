import type { IncomingMessage } from "node:http";
import { type Problem, problem } from "../../problem.ts";

/** Bodies up to this size are not counted: a connection costs as much. */
const SMALL_BYTES = 64 * 1024;

export interface BodyLimits {
  /** A body of this size or more, packed or unpacked, is refused. */
  readonly limit: number;
  readonly memory: BodyMemory;
}

/** Bounds the memory of the bodies of all requests in flight, in bytes. */
export class BodyMemory {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Counts that a body grows. Returns false, and counts nothing, if there is no room. */
  grow(from: number, to: number): boolean {
    const more = counted(to) - counted(from);
    if (more > this.#free) return false;
    this.#free -= more;
    return true;
  }

  /** Gives back the memory of a body of this size. */
  release(bytes: number): void {
    this.#free += counted(bytes);
  }
}

function counted(bytes: number): number {
  return bytes > SMALL_BYTES ? bytes : 0;
}

/**
 * Reads the request's body; the caller releases it from the memory. Throws `request_too_large` as soon as the body is
 * known to have `limit` bytes or more, `service_unavailable` if the memory is full, and `parse_error` if it ends early.
 */
export function readBody(request: IncomingMessage, { limit, memory }: BodyLimits): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) >= limit) return reject(problem("request_too_large"));
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = () => request.off("data", take).off("end", finish).off("error", fail).off("aborted", fail);
    const refuse = (refusal: Problem) => {
      stop();
      memory.release(bytes);
      reject(refusal);
    };
    const take = (chunk: Buffer) => {
      const grown = bytes + chunk.byteLength;
      if (grown >= limit) return refuse(problem("request_too_large"));
      if (!memory.grow(bytes, grown)) return refuse(problem("service_unavailable"));
      bytes = grown;
      chunks.push(chunk);
    };
    const finish = () => {
      stop();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes));
    };
    const fail = () => refuse(problem("parse_error", { detail: "The request body ended early." }));
    request.on("data", take).on("end", finish).on("error", fail).on("aborted", fail);
  });
}
