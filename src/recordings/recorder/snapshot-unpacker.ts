import { gunzipSync } from "node:zlib";
import { parseJson } from "../../values/json.ts";

/**
 * A client sent data that can never be read. The message is the rest of a sentence that starts with the data's name.
 */
export class UnreadableSnapshot extends Error {}

const UTF16_BOM = 0xfeff;

/** Unpacks the gzipped parts of one snapshot, up to `maxBytes` in all. */
export class Unpacker {
  readonly #maxBytes: number;
  #remainingBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#remainingBytes = maxBytes;
  }

  /** Returns the value of gzipped JSON in UTF-8 or, from old clients, UTF-16. Throws `UnreadableSnapshot`. */
  unpackJson(packed: Uint8Array): unknown {
    const text = this.#gunzip(packed);
    try {
      return parseJson(isUtf16(text) ? Buffer.from(withoutBom(text.toString("utf16le"))) : text);
    } catch {
      throw new UnreadableSnapshot("has gzip of what is not JSON, or too deep.");
    }
  }

  #gunzip(packed: Uint8Array): Buffer {
    try {
      if (this.#remainingBytes === 0) throw new RangeError();
      const text = gunzipSync(packed, { maxOutputLength: this.#remainingBytes });
      this.#remainingBytes -= text.byteLength;
      return text;
    } catch (error) {
      if (error instanceof RangeError) throw new UnreadableSnapshot(`unpacks to more than ${this.#maxBytes} bytes.`);
      throw new UnreadableSnapshot("has broken gzip.");
    }
  }
}

/** JSON starts with an ASCII character, which UTF-16 encodes with a zero byte, or with a byte order mark. */
function isUtf16(text: Buffer): boolean {
  return text.byteLength >= 2 && (text[1] === 0 || text.readUInt16LE(0) === UTF16_BOM);
}

function withoutBom(text: string): string {
  return text.charCodeAt(0) === UTF16_BOM ? text.slice(1) : text;
}
