import { gunzipSync } from "node:zlib";
import { parseJson } from "../../values/json.ts";

/** What a client sent cannot be read, now or later; the message says why, after the name of what it is about. */
export class Unreadable extends Error {}

const UTF16_MARK = 0xfeff;

/** Unpacks the gzipped parts of one snapshot, up to so many bytes in all. */
export class Unpacker {
  readonly #maxBytes: number;
  #left: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#left = maxBytes;
  }

  /** The value of gzipped JSON in UTF-8 or, as old clients wrote it, UTF-16. Throws `Unreadable`. */
  json(packed: Uint8Array): unknown {
    const text = this.#gunzip(packed);
    try {
      return parseJson(isUtf16(text) ? Buffer.from(withoutMark(text.toString("utf16le"))) : text);
    } catch {
      throw new Unreadable("has gzip of what is not JSON, or too deep.");
    }
  }

  #gunzip(packed: Uint8Array): Buffer {
    try {
      if (this.#left === 0) throw new RangeError();
      const text = gunzipSync(packed, { maxOutputLength: this.#left });
      this.#left -= text.byteLength;
      return text;
    } catch (error) {
      if (error instanceof RangeError) throw new Unreadable(`unpacks to more than ${this.#maxBytes} bytes.`);
      throw new Unreadable("has broken gzip.");
    }
  }
}

/** JSON begins with a character of ASCII, of which UTF-16 makes two bytes, or with a mark. */
function isUtf16(text: Buffer): boolean {
  return text.byteLength >= 2 && (text[1] === 0 || text.readUInt16LE(0) === UTF16_MARK);
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === UTF16_MARK ? text.slice(1) : text;
}
