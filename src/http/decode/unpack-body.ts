import { createGunzip } from "node:zlib";
import { Problem, problem } from "../../problem.ts";
import { unpackLz64 } from "./lz64.ts";
import type { BodyLimits } from "./read-body.ts";
import { Semaphore } from "./semaphore.ts";
import { joinSurrogates } from "./surrogates.ts";

/** Encodings nest: a form carries base64 around gzip. */
const MAX_LAYERS = 3;

/** Few at a time, so that large bodies leave memory for others. */
const gunzipSemaphore = new Semaphore(2);
/** One at a time: until the unpacked size is known, it takes several times the limit. */
const lz64Semaphore = new Semaphore(1);

/**
 * Returns the JSON in a body, and counts it in the memory in place of the body. Gzip and base64 are recognized by their
 * bytes; only the caller knows of LZ64. Throws `parse_error`, `service_unavailable` if the memory is full, and
 * `request_too_large` as soon as a layer is known to hold `limit` bytes or more.
 */
export async function unpackBody(body: Uint8Array, isLz64: boolean, limits: BodyLimits): Promise<Uint8Array> {
  let inner = body;
  try {
    if (isLz64 && !isGzip(body)) inner = await lz64Semaphore.run(() => decodeLz64(body, limits));
    for (let layer = 0; !looksLikeJson(inner); layer += 1) {
      const packed = inner;
      if (layer === MAX_LAYERS) throw problem("parse_error");
      inner = isGzip(packed)
        ? await gunzipSemaphore.run(() => decodeGzip(packed, limits))
        : decodeBase64(packed, limits);
    }
    return inner;
  } catch (error) {
    limits.memory.release(inner.byteLength);
    throw error;
  }
}

async function decodeLz64(packed: Uint8Array, { limit, memory }: BodyLimits): Promise<Uint8Array> {
  const unpacked = await unpackLz64(packed, limit);
  if (!memory.grow(packed.byteLength, unpacked.byteLength)) throw problem("service_unavailable");
  return unpacked;
}

/** In forms, an unescaped plus has become a space. */
function decodeBase64(packed: Uint8Array, { memory }: BodyLimits): Uint8Array {
  const bytes = Buffer.from(Buffer.from(packed).toString("latin1").replaceAll(" ", "+"), "base64");
  const unpacked = isGzip(bytes) ? bytes : joinSurrogates(bytes);
  memory.grow(packed.byteLength, unpacked.byteLength); // always fits: it is smaller
  return unpacked;
}

async function decodeGzip(packed: Uint8Array, { limit, memory }: BodyLimits): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of createGunzip().end(packed) as AsyncIterable<Buffer>) {
      const grown = bytes + chunk.byteLength;
      if (grown >= limit) throw problem("request_too_large");
      if (!memory.grow(bytes, grown)) throw problem("service_unavailable");
      bytes = grown;
      chunks.push(chunk);
    }
  } catch (error) {
    memory.release(bytes);
    throw error instanceof Problem ? error : problem("parse_error");
  }
  memory.release(packed.byteLength);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes);
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const SPACES: readonly unknown[] = [9, 10, 13, 32];
const BRACES: readonly unknown[] = [0x5b, 0x7b];

/** Returns whether the bytes begin like an object or a list. */
function looksLikeJson(bytes: Uint8Array): boolean {
  let index = 0;
  while (SPACES.includes(bytes[index])) index += 1;
  return BRACES.includes(bytes[index]);
}
