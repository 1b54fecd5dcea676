import { isAscii, isUtf8 } from "node:buffer";
import { decodeUtf8 } from "./json.ts";

/** Node keeps a `latin1` text of a megabyte outside of V8's heap, where it does not count and stays longer. */
const MAX_LATIN1_BYTES = 512 * 1024;

/** A text in UTF-8, of which parts are taken by the positions of their bytes. */
export class Utf8Text {
  readonly bytes: Buffer;
  /** The whole text if each of its characters is one byte, so that parts of it need no decoding. */
  readonly #ascii: string | undefined;

  /** Throws `TypeError` if the bytes are not UTF-8. */
  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
    if (isAscii(this.bytes)) {
      this.#ascii = byteLength > MAX_LATIN1_BYTES ? decodeUtf8(this.bytes) : this.bytes.toString("latin1");
    } else if (!isUtf8(this.bytes)) throw new TypeError("The text is not UTF-8.");
  }

  slice(start: number, end: number): string {
    return this.#ascii?.slice(start, end) ?? this.bytes.toString("utf8", start, end);
  }
}
