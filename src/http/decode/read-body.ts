import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Problem, problem } from "../../lib/problem.ts";
import { freeBuffer, ownBuffer } from "../../lib/threads/channel.ts";
import type { ArrivingBody, BodyMemory } from "./body-memory.ts";

export interface BodyLimits {
  /** Size from which a body, packed or unpacked, is refused. */
  readonly limit: number;
  readonly memory: BodyMemory;
}

/** Largest ratio of the buffer to what has arrived. Pages that were never written take no memory. */
const MAX_GROWTH = 4;

/**
 * Reads the body, which the caller releases from the memory. What came with the head is taken at once: the stream's
 * events would take longer than parsing it. Throws as `receiveBody`.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  await null; // until Node has put what came with the head into the stream
  const length = Number(request.headers["content-length"]);
  const isWhole = length > 0 && length < limits.limit && request.readableLength === length;
  if (isWhole && limits.memory.grow(0, length)) return request.read();
  const body = new BodyCollector(length > 0 ? length : Number.POSITIVE_INFINITY);
  await receiveBody(request, limits, (chunk) => body.add(chunk));
  return body.complete();
}

/**
 * Counts the body in the memory while it arrives; the caller releases it. Returns its size. Throws `request_too_large`
 * from `limit` bytes on, `service_unavailable` if the memory stays full, `request_timeout` if the body is too slow, and
 * `parse_error` if it ends early or has too many small chunks.
 */
export function receiveBody(
  request: IncomingMessage,
  { limit, memory }: BodyLimits,
  onChunk: (chunk: Buffer) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    requireAnnouncedLength(request.headers, limit);
    const stop = () => {
      memory.unwatch(body);
      request.off("data", take).off("end", finish).off("error", fail).off("aborted", fail);
    };
    const refuse = (refusal: Problem) => {
      stop();
      memory.release(body.bytes);
      reject(refusal);
    };
    let chunks = 0;
    const take = (chunk: Buffer) => {
      const grown = body.bytes + chunk.byteLength;
      chunks += 1;
      if (chunks > MAX_SMALL_CHUNKS + grown / MIN_CHUNK_BYTES) return refuse(tooManyChunks());
      if (grown >= limit) return refuse(problem("request_too_large"));
      onChunk(chunk);
      if (!memory.arrive(body, grown)) request.pause();
    };
    const finish = () => {
      stop();
      resolve(body.bytes);
    };
    const fail = () => refuse(problem("parse_error", { detail: "The request body ended early." }));
    const body: ArrivingBody = { bytes: 0, refuse, resume: () => request.resume() };
    memory.watch(body);
    request.on("data", take).on("end", finish).on("error", fail).on("aborted", fail);
  });
}

/** Node spends a microsecond on each chunk, so that some megabytes of single bytes take seconds. */
const MAX_SMALL_CHUNKS = 10_000;
const MIN_CHUNK_BYTES = 64;

function tooManyChunks(): Problem {
  return problem("parse_error", { detail: "The request body comes in too many small chunks." });
}

/** Throws `request_too_large` if the headers announce `limit` bytes or more. */
export function requireAnnouncedLength(headers: IncomingHttpHeaders, limit: number): void {
  if (Number(headers["content-length"] ?? 0) >= limit) throw problem("request_too_large");
}

const JSON_TYPE = "application/json";

export function isPlainJson(headers: IncomingHttpHeaders, queryString: string): boolean {
  if (mediaTypeOf(headers) !== JSON_TYPE || encodingOf(headers) !== "identity") return false;
  return !queryString.includes("compression=") || !new URLSearchParams(queryString).get("compression");
}

/** Returns whether the headers announce a body of at least one byte, or of unknown length. */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Throws `unsupported_media_type`. */
export function requirePlainJson(headers: IncomingHttpHeaders): void {
  if (mediaTypeOf(headers) !== JSON_TYPE) throw problem("unsupported_media_type");
  if (encodingOf(headers) !== "identity") throw unsupportedEncoding(encodingOf(headers));
}

export function unsupportedEncoding(name: string): Problem {
  return problem("unsupported_media_type", { detail: `The content encoding ${name.slice(0, 50)} is not supported.` });
}

/** Returns it without parameters, in lower case; empty if absent. */
export function mediaTypeOf({ "content-type": type = "" }: IncomingHttpHeaders): string {
  return type === JSON_TYPE ? type : (type.split(";")[0]?.trim().toLowerCase() ?? "");
}

/** Returns it in lower case; `identity` if absent. */
export function encodingOf(headers: IncomingHttpHeaders): string {
  return headers["content-encoding"]?.trim().toLowerCase() || "identity";
}

/** Collects chunks in one buffer as they arrive, and frees them. */
export class BodyCollector {
  readonly #announced: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /** `announced` is the body's size; infinite if not known. */
  constructor(announced: number) {
    this.#announced = announced;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.byteLength;
    if (this.#length === 0) this.#buffer = chunk;
    else {
      if (length > this.#buffer.byteLength) this.#resize(Math.min(this.#announced, MAX_GROWTH * length));
      this.#buffer.set(chunk, this.#length);
      free(chunk);
    }
    this.#length = length;
  }

  /** Returns all bytes, without a copy if there is a single chunk. */
  complete(): Uint8Array {
    if (this.#length < this.#buffer.byteLength) this.#resize(this.#length);
    return this.#buffer;
  }

  #resize(bytes: number): void {
    const buffer = Buffer.allocUnsafeSlow(bytes);
    this.#buffer.copy(buffer, 0, 0, this.#length);
    free(this.#buffer);
    this.#buffer = buffer;
  }
}

function free(chunk: Buffer): void {
  const [own] = ownBuffer(chunk);
  if (own) freeBuffer(own);
}
