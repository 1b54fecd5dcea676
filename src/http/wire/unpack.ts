import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { problem } from "../../problem.ts";
import { unpackLz64 } from "./lz64.ts";
import { Turns } from "./turns.ts";

/** A body may be packed, and what it is packed in may be too: base64 around gzip is what a form can carry. */
const MOST_LAYERS = 3;

/** Each holds up to the limit in memory, whatever its sender took to send it. */
const gunzips = new Turns(4);
const lz64s = new Turns(1);

/**
 * The JSON in a body: gzip and base64 tell themselves, `isLz64` is to be told. Throws `parse_error`, and `request_too_large` as soon as a layer
 * is known to have `limit` bytes or more inside; no work is done on what is beyond.
 */
export async function unpack(body: Uint8Array, isLz64: boolean, limit: number): Promise<Uint8Array> {
  let inner = isLz64 && !isGzip(body) ? await lz64s.take(() => unpackLz64(body, limit)) : body;
  for (let layer = 0; !isJson(inner); layer += 1) {
    if (layer === MOST_LAYERS) throw problem("parse_error");
    const packed = inner;
    inner = isGzip(packed) ? await gunzips.take(() => unpackGzip(packed, limit)) : unpackBase64(packed);
  }
  return inner;
}

const gunzipped = promisify(gunzip);

async function unpackGzip(packed: Uint8Array, limit: number): Promise<Uint8Array> {
  try {
    return await gunzipped(packed, { maxOutputLength: limit - 1 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw problem(code === "ERR_BUFFER_TOO_LARGE" ? "request_too_large" : "parse_error");
  }
}

/** In forms, a plus that nobody encoded has become a space. */
function unpackBase64(packed: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(packed).toString("latin1").replaceAll(" ", "+"), "base64");
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const SPACES: readonly unknown[] = [9, 10, 13, 32];
const BRACES: readonly unknown[] = [0x5b, 0x7b];

/** True for what begins as an object or a list does. */
function isJson(bytes: Uint8Array): boolean {
  let place = 0;
  while (SPACES.includes(bytes[place])) place += 1;
  return BRACES.includes(bytes[place]);
}
