import { createGunzip } from "node:zlib";
import { Problem, problem } from "../../problem.ts";
import { unpackLz64 } from "./lz64.ts";
import type { BodyLimits } from "./read-body.ts";
import { Semaphore } from "./semaphore.ts";
import { joinSurrogates } from "./surrogates.ts";

/** A body may be packed, and what it is packed in may be too: base64 around gzip is what a form can carry. */
const MAX_LAYERS = 3;

/** Few at a time, so that those who unpack much leave memory for others. */
const gunzipSemaphore = new Semaphore(2);
/** One at a time: it takes some times the limit until it knows how much it has unpacked. */
const lz64Semaphore = new Semaphore(1);

/**
 * The JSON in a body, in its place in the memory: gzip and base64 tell themselves, `isLz64` is to be told. Throws `parse_error`, `service_unavailable` where
 * there is no memory, and `request_too_large` as soon as a layer is known to have `limit` bytes or more inside; no work is done on what is beyond.
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

/** In forms, a plus that nobody encoded has become a space. */
function decodeBase64(packed: Uint8Array, { memory }: BodyLimits): Uint8Array {
  const bytes = Buffer.from(Buffer.from(packed).toString("latin1").replaceAll(" ", "+"), "base64");
  const unpacked = isGzip(bytes) ? bytes : joinSurrogates(bytes);
  memory.grow(packed.byteLength, unpacked.byteLength); // it is smaller
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

/** True for what begins as an object or a list does. */
function looksLikeJson(bytes: Uint8Array): boolean {
  let place = 0;
  while (SPACES.includes(bytes[place])) place += 1;
  return BRACES.includes(bytes[place]);
}
