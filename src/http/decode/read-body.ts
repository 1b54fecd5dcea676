import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
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

  /** Releases the memory of a body of this size. */
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

const JSON_TYPE = "application/json";

/** Returns whether the body is JSON that needs no unpacking. */
export function isPlainJson(headers: IncomingHttpHeaders, queryString: string): boolean {
  if (mediaTypeOf(headers) !== JSON_TYPE || encodingOf(headers) !== "identity") return false;
  return !queryString.includes("compression=") || !new URLSearchParams(queryString).get("compression");
}

/** Throws `unsupported_media_type` unless the headers announce plain JSON. */
export function requirePlainJson(headers: IncomingHttpHeaders): void {
  if (mediaTypeOf(headers) !== JSON_TYPE) throw problem("unsupported_media_type");
  if (encodingOf(headers) !== "identity") throw unsupportedEncoding(encodingOf(headers));
}

export function unsupportedEncoding(name: string): Problem {
  return problem("unsupported_media_type", { detail: `The content encoding ${name.slice(0, 50)} is not supported.` });
}

/** Returns the media type without its parameters, in lower case; empty if absent. */
export function mediaTypeOf({ "content-type": type = "" }: IncomingHttpHeaders): string {
  return type === JSON_TYPE ? type : (type.split(";", 1)[0]?.trim().toLowerCase() ?? "");
}

/** Returns the content encoding in lower case; `identity` if absent. */
export function encodingOf(headers: IncomingHttpHeaders): string {
  return headers["content-encoding"]?.trim().toLowerCase() || "identity";
}
