import { isAscii, isUtf8 } from "node:buffer";
import { decodeUtf8 } from "./json.ts";

/** Node keeps a `latin1` text of a megabyte outside of V8's heap, where it does not count and stays longer. */
const MAX_LATIN1_BYTES = 512 * 1024;
/** How much is decoded at once. Since version 24 Node keeps all texts of a megabyte outside of V8's heap. */
const WINDOW_BYTES = Number.parseInt(process.versions.node, 10) < 24 ? Number.POSITIVE_INFINITY : 256 * 1024;

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
    if (this.#isAscii) this.#moveWindow(0);
    else if (!isUtf8(this.bytes)) throw new TypeError("The text is not UTF-8.");
  }

  slice(start: number, end: number): string {
    if (!this.#isAscii || end - start > WINDOW_BYTES) return this.bytes.toString("utf8", start, end);
    const isInWindow = start >= this.#windowStart && end <= this.#windowStart + this.#window.length;
    if (!isInWindow) this.#moveWindow(start);
    return this.#window.slice(start - this.#windowStart, end - this.#windowStart);
  }

  #moveWindow(start: number): void {
    const bytes = this.bytes.subarray(start, start + WINDOW_BYTES);
    this.#window = bytes.byteLength > MAX_LATIN1_BYTES ? decodeUtf8(bytes) : bytes.toString("latin1");
    this.#windowStart = start;
  }
}
