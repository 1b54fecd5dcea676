import { isAscii, isUtf8 } from "node:buffer";

/** What is decoded at once. Longer texts that nobody holds wait for a collection of the old generation. */
const WINDOW_BYTES = 256 * 1024;

/** A text in UTF-8, of which parts are taken by the positions of their bytes, mostly in order. */
export class Utf8Text {
  readonly bytes: Buffer;
  /** Whether each character is one byte, so that parts of the window need no decoding. */
  readonly #isAscii: boolean;
  #window = "";
  #windowStart = 0;

  /** Throws `TypeError` if the bytes are not UTF-8. */
  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#isAscii = isAscii(this.bytes);
    if (this.#isAscii) this.#window = this.bytes.toString("latin1", 0, WINDOW_BYTES);
    else if (!isUtf8(this.bytes)) throw new TypeError("The text is not UTF-8.");
  }

  slice(start: number, end: number): string {
    if (!this.#isAscii || end - start > WINDOW_BYTES) return this.bytes.toString("utf8", start, end);
    const from = start - this.#windowStart;
    const to = end - this.#windowStart;
    if (from >= 0 && to <= this.#window.length) return this.#window.slice(from, to);
    this.#windowStart = start;
    this.#window = this.bytes.toString("latin1", start, start + WINDOW_BYTES);
    return this.#window.slice(0, end - start);
  }
}
