import { isAscii, isUtf8 } from "node:buffer";

/** A whole large text, of which a part is in use, would stay in memory; and Node keeps it where V8 sees no garbage. */
const WINDOW_BYTES = 64 * 1024;

/** A text in UTF-8, of which parts are taken by the positions of their bytes. */
export class Utf8Text {
  readonly bytes: Buffer;
  /** Whether each character is one byte, so that parts of decoded text can be taken, too. */
  readonly #isAscii: boolean;
  /** The decoded text from `#start` to `#end`. */
  #window = "";
  #start = 0;
  #end = 0;

  /** Throws `TypeError` if the bytes are not UTF-8. */
  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#isAscii = isAscii(this.bytes);
    if (!this.#isAscii && !isUtf8(this.bytes)) throw new TypeError("The text is not UTF-8.");
  }

  slice(start: number, end: number): string {
    if (!this.#isAscii) return this.bytes.toString("utf8", start, end);
    if (start < this.#start || end > this.#end) this.#moveWindow(start, end);
    return this.#window.slice(start - this.#start, end - this.#start);
  }

  #moveWindow(start: number, end: number): void {
    this.#start = this.bytes.length <= WINDOW_BYTES ? 0 : start;
    this.#end = Math.min(Math.max(end, this.#start + WINDOW_BYTES), this.bytes.length);
    this.#window = this.bytes.toString("latin1", this.#start, this.#end);
  }
}
