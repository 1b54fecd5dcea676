import { gunzipSync } from "node:zlib";
import { ShapeCounter } from "../lib/json/count-shapes.ts";
import { countValues } from "../lib/json/count-values.ts";
import { parseJson } from "../lib/json/json.ts";

export interface SnapshotLimits {
  /** Uncompressed JSON. */
  readonly bytes: number;
  /** Unpacked values; see `countValues`. */
  readonly values: number;
}

/** Limits a request to the size of four of the largest snapshots: each takes seconds to process. */
const SNAPSHOTS_PER_REQUEST = 4;

/** Honest requests have some thousand shapes of objects. */
const MAX_SHAPES = 250_000;

/** Thrown for data that can never be read. The message continues a sentence about the data. */
export class UnreadableSnapshot extends Error {}

const UTF16_BOM = 0xfeff;
/** Real pages compress 10 to 30 times; only repeated bytes come near 1000. */
const MAX_RATIO = 100;
/** Allowed for a part whatever its ratio. */
const MIN_MAX_BYTES = 64 * 1024;

export class Unpacker {
  readonly #budgets: readonly UnpackBudget[];
  readonly #request: UnpackBudget;

  constructor(limits: SnapshotLimits, request: UnpackBudget = UnpackBudget.ofRequest(limits)) {
    this.#budgets = [new UnpackBudget(limits), request];
    this.#request = request;
  }

  /** Reads UTF-8 or, from old clients, UTF-16. Throws `UnreadableSnapshot`. */
  unpackJson(packed: Uint8Array): unknown {
    const text = this.#gunzip(packed);
    const json = isUtf16(text) ? Buffer.from(withoutBom(text.toString("utf16le"))) : text;
    this.#countValues(json);
    try {
      return parseJson(json);
    } catch {
      throw new UnreadableSnapshot("has gzip of what is not JSON, or too deep.");
    }
  }

  #gunzip(packed: Uint8Array): Buffer {
    const maxBytes = Math.max(MIN_MAX_BYTES, packed.byteLength * MAX_RATIO);
    const smallest = this.#budgets.reduce((one, other) => (other.remainingBytes < one.remainingBytes ? other : one));
    const maxOutputLength = Math.min(maxBytes, smallest.remainingBytes);
    try {
      if (maxOutputLength === 0) throw new RangeError();
      const text = gunzipSync(packed, { maxOutputLength });
      for (const budget of this.#budgets) budget.remainingBytes -= text.byteLength;
      return text;
    } catch (error) {
      if (!(error instanceof RangeError)) throw new UnreadableSnapshot("has broken gzip.");
      if (maxOutputLength === maxBytes)
        throw new UnreadableSnapshot(`unpacks to more than ${MAX_RATIO} times its size.`);
      throw new UnreadableSnapshot(`unpacks to more than ${smallest.limits.bytes} bytes.`);
    }
  }

  /** Checks before parsing: a value takes up to a hundred times its bytes. */
  #countValues(json: Uint8Array): void {
    const smallest = this.#budgets.reduce((one, other) => (other.remainingValues < one.remainingValues ? other : one));
    const values = countValues(json, smallest.remainingValues);
    if (values > smallest.remainingValues) {
      throw new UnreadableSnapshot(`unpacks to more than ${smallest.limits.values} values.`);
    }
    for (const budget of this.#budgets) budget.remainingValues -= values;
    if (!this.#request.shapes.add(json)) throw new UnreadableSnapshot("unpacks to objects of too many shapes.");
  }
}

/** JSON starts with ASCII, which has a zero byte in UTF-16, or with a byte order mark. */
function isUtf16(text: Buffer): boolean {
  return text.byteLength >= 2 && (text[1] === 0 || text.readUInt16LE(0) === UTF16_BOM);
}

function withoutBom(text: string): string {
  return text.charCodeAt(0) === UTF16_BOM ? text.slice(1) : text;
}

export class UnpackBudget {
  readonly limits: SnapshotLimits;
  remainingBytes: number;
  remainingValues: number;
  readonly shapes = new ShapeCounter(MAX_SHAPES);

  constructor(limits: SnapshotLimits) {
    this.limits = limits;
    this.remainingBytes = limits.bytes;
    this.remainingValues = limits.values;
  }

  static ofRequest({ bytes, values }: SnapshotLimits): UnpackBudget {
    return new UnpackBudget({ bytes: bytes * SNAPSHOTS_PER_REQUEST, values: values * SNAPSHOTS_PER_REQUEST });
  }
}
