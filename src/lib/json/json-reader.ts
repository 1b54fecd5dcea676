import { isAscii, isUtf8 } from "node:buffer";
import { isLongNumber, type JsonSize } from "./count-values.ts";
import { decodeUtf8, MAX_DEPTH, parseExactly } from "./json.ts";
import type { NameTable } from "./name-table.ts";
import { parseJsonText } from "./parse-json-text.ts";

const [SPACE, QUOTE, COMMA, MINUS, DOT, ZERO, COLON, BACKSLASH] = [0x20, 0x22, 0x2c, 0x2d, 0x2e, 0x30, 0x3a, 0x5c];
const [BRACKET, CLOSING_BRACKET, BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

const tableOf = (isIn: (byte: number) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, byte) => (isIn(byte) ? 1 : 0));
const IS_PLAIN = tableOf((byte) => byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH);
const IS_DIGIT = tableOf((byte) => byte >= ZERO && byte <= 0x39);
const IS_HEX = tableOf((byte) => /[\da-f]/i.test(String.fromCharCode(byte)));
const IS_ESCAPE = tableOf((byte) => '"\\/bfnrt'.includes(String.fromCharCode(byte)));
const IS_SPACE = tableOf((byte) => [0x20, 0x09, 0x0a, 0x0d].includes(byte));
const LITERALS = ["true", "false", "null"].map((text) => Buffer.from(text));

/** Closing bytes of the containers that `skipValue` is in. */
const CLOSINGS = new Uint8Array(MAX_DEPTH + 2);

/** Walks through UTF-8 JSON, checks and counts all, and parses on request. Throws `SyntaxError` and `TypeError`. */
export class JsonReader {
  readonly #bytes: Uint8Array;
  readonly #text: Utf8Text;
  readonly #requireSize: (size: JsonSize) => void;
  readonly size: JsonSize = { values: 1, containers: 0, depth: 0, longNumbers: 0 };
  /** Start of the next value, or of the rest of the current object or array. */
  index = 0;
  /** Whether tabs or line breaks between values were passed; the caller resets it. */
  hasBreaks = false;
  #level = 0;
  #hasEscapes = false;

  /** Calls `requireSize`, which throws if there is too much, at each array and object and before parsing a value. */
  constructor(json: Uint8Array, requireSize: (size: JsonSize) => void = () => undefined) {
    this.#requireSize = requireSize;
    this.#text = new Utf8Text(json);
    this.#bytes = this.#text.bytes;
    if (json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf) this.index = 3; // a byte order mark
    this.index = this.#afterSpace(this.index);
  }

  isObject(): boolean {
    return this.#bytes[this.index] === BRACE;
  }

  isArray(): boolean {
    return this.#bytes[this.index] === BRACKET;
  }

  isText(): boolean {
    return this.#bytes[this.index] === QUOTE;
  }

  /** Enters an object or array. Returns false, and is behind it, if it is empty. */
  enter(): boolean {
    const closing = this.isObject() ? CLOSING_BRACE : CLOSING_BRACKET;
    this.#open();
    this.index = this.#afterSpace(this.index + 1);
    if (this.#bytes[this.index] !== closing) return true;
    return this.#close();
  }

  /** Goes to the next item after a value. Returns false, and is behind the object or array, if there is none. */
  next(container: "object" | "array"): boolean {
    this.index = this.#afterSpace(this.index);
    const byte = this.#bytes[this.index];
    if (byte === (container === "object" ? CLOSING_BRACE : CLOSING_BRACKET)) return this.#close();
    if (byte !== COMMA) throw syntaxError();
    this.size.values += 1;
    this.index = this.#afterSpace(this.index + 1);
    return true;
  }

  /** Reads the key of an entry and goes to its value. Returns undefined if it is not in the table. */
  readKey(table: NameTable): string | undefined {
    const start = this.index;
    this.#hasEscapes = false;
    const end = this.#afterString(start);
    this.index = this.#afterColon(end);
    if (this.#hasEscapes) return table.find(JSON.parse(this.#text.slice(start, end)) as string);
    return table.findBytes(this.#bytes, start + 1, end - 1);
  }

  readValue(): unknown {
    const start = this.index;
    this.#hasEscapes = false;
    this.skipValue();
    this.#requireSize(this.size);
    const isPlainText = this.#bytes[start] === QUOTE && !this.#hasEscapes;
    return isPlainText ? this.#text.slice(start + 1, this.index - 1) : parseJsonText(this.text(start));
  }

  readExactly(): unknown {
    const start = this.index;
    this.#hasEscapes = false;
    this.skipValue();
    if (this.#bytes[start] === QUOTE && !this.#hasEscapes) return this.#text.slice(start + 1, this.index - 1);
    const [value] = parseExactly(`[${this.text(start)}]`) as [unknown]; // a number of its own would not be exact
    return value;
  }

  /** Throws if there is too much, and counts anew: each event of a batch may hold as much as one alone. */
  restartCount(): void {
    this.#requireSize(this.size);
    Object.assign(this.size, { values: 1, containers: 0, depth: this.#level, longNumbers: 0 });
  }

  text(start: number): string {
    return this.#text.slice(start, this.index);
  }

  skipValue(): void {
    const bytes = this.#bytes;
    const outer = this.#level;
    let index = this.index;
    for (;;) {
      const byte = bytes[index];
      if (byte === QUOTE) index = this.#afterString(index);
      else if (byte === BRACE || byte === BRACKET) {
        const closing = byte + 2;
        this.#open();
        CLOSINGS[this.#level] = closing;
        index = this.#afterSpace(index + 1);
        if (bytes[index] !== closing) {
          if (closing === CLOSING_BRACE) index = this.#afterKey(index);
          continue;
        }
        index += 1;
        this.#level -= 1;
      } else index = this.#afterScalar(index);
      for (;;) {
        if (this.#level === outer) {
          this.index = index;
          return;
        }
        index = this.#afterSpace(index);
        const closing = CLOSINGS[this.#level];
        if (bytes[index] === COMMA) {
          this.size.values += 1;
          index = this.#afterSpace(index + 1);
          if (closing === CLOSING_BRACE) index = this.#afterKey(index);
          break;
        }
        if (bytes[index] !== closing) throw syntaxError();
        index += 1;
        this.#level -= 1;
      }
    }
  }

  /** Throws if anything but space is left, or if there was too much. */
  end(): void {
    this.#requireSize(this.size);
    if (this.#afterSpace(this.index) < this.#bytes.length) throw syntaxError();
  }

  #open(): void {
    const { size } = this;
    size.values += 1;
    size.containers += 1;
    this.#level += 1;
    if (this.#level > size.depth) size.depth = this.#level;
    this.#requireSize(size);
    if (this.#level > MAX_DEPTH) throw syntaxError();
  }

  #close(): false {
    this.index += 1;
    this.#level -= 1;
    return false;
  }

  #afterSpace(start: number): number {
    const bytes = this.#bytes;
    let index = start;
    if ((bytes[index] ?? 0) > SPACE) return index;
    for (; index < bytes.length && IS_SPACE[bytes[index] as number] === 1; index++) {
      if (bytes[index] !== SPACE) this.hasBreaks = true;
    }
    return index;
  }

  #afterKey(start: number): number {
    return this.#afterColon(this.#afterString(start));
  }

  #afterColon(start: number): number {
    const index = this.#afterSpace(start);
    if (this.#bytes[index] !== COLON) throw syntaxError();
    return this.#afterSpace(index + 1);
  }

  #afterString(start: number): number {
    const bytes = this.#bytes;
    if (bytes[start] !== QUOTE) throw syntaxError();
    for (let index = start + 1; index < bytes.length; index++) {
      const byte = bytes[index] as number;
      if (IS_PLAIN[byte] === 1) continue;
      if (byte === QUOTE) return index + 1;
      if (byte !== BACKSLASH) throw syntaxError();
      this.#hasEscapes = true;
      index += 1;
      if (bytes[index] === 0x75) {
        for (const last = index + 4; index < last; ) if (IS_HEX[bytes[++index] ?? 0] !== 1) throw syntaxError();
      } else if (IS_ESCAPE[bytes[index] ?? 0] !== 1) throw syntaxError();
    }
    throw syntaxError();
  }

  #afterScalar(start: number): number {
    const bytes = this.#bytes;
    const isNegative = bytes[start] === MINUS;
    if (!isNegative && IS_DIGIT[bytes[start] ?? 0] !== 1) return this.#afterLiteral(start);
    let index = isNegative ? start + 1 : start;
    index = bytes[index] === ZERO ? index + 1 : this.#afterDigits(index);
    if (bytes[index] === DOT) index = this.#afterDigits(index + 1);
    if (((bytes[index] ?? 0) | 32) === 0x65) {
      const sign = bytes[index + 1];
      index = this.#afterDigits(sign === MINUS || sign === 0x2b ? index + 2 : index + 1);
    }
    if (isLongNumber(bytes, start, index)) this.size.longNumbers += 1;
    return index;
  }

  #afterDigits(start: number): number {
    const bytes = this.#bytes;
    let index = start;
    while (index < bytes.length && IS_DIGIT[bytes[index] as number] === 1) index++;
    if (index === start) throw syntaxError();
    return index;
  }

  #afterLiteral(start: number): number {
    for (const literal of LITERALS) {
      let length = 0;
      while (length < literal.length && this.#bytes[start + length] === literal[length]) length++;
      if (length === literal.length) return start + length;
    }
    throw syntaxError();
  }
}

function syntaxError(): SyntaxError {
  return new SyntaxError("The text is not JSON.");
}

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
