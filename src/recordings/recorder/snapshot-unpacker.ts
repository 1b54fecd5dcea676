import { gunzipSync } from "node:zlib";
import { parseJson } from "../../values/json.ts";

/** What a client sent cannot be read, now or later; the message says why, after the name of what it is about. */
export class UnreadableSnapshot extends Error {}

const UTF16_BOM = 0xfeff;

/** Unpacks the gzipped parts of one snapshot, up to so many bytes in all. */
export class Unpacker {
  readonly #maxBytes: number;
  #remainingBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#remainingBytes = maxBytes;
  }

  /** The value of gzipped JSON in UTF-8 or, as old clients wrote it, UTF-16. Throws `Unreadable`. */
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

/** JSON begins with a character of ASCII, of which UTF-16 makes two bytes, or with a mark. */
function isUtf16(text: Buffer): boolean {
  return text.byteLength >= 2 && (text[1] === 0 || text.readUInt16LE(0) === UTF16_BOM);
}

function withoutBom(text: string): string {
  return text.charCodeAt(0) === UTF16_BOM ? text.slice(1) : text;
}
