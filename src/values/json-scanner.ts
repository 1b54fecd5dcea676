import { parseExactly } from "./json.ts";
import { Utf8Text } from "./utf8-text.ts";

const [OPENING, CLOSING, QUOTE, BREAK] = [1, 2, 3, 4];
/** The kind of each byte outside of strings; 0 for those that do not matter to the extent of a value. */
const KINDS = new Uint8Array(256);
for (const byte of Buffer.from("[{")) KINDS[byte] = OPENING;
for (const byte of Buffer.from("]}")) KINDS[byte] = CLOSING;
for (const byte of Buffer.from('"')) KINDS[byte] = QUOTE;
for (const byte of Buffer.from("\t\n\r")) KINDS[byte] = BREAK;

const [SPACE, DOUBLE_QUOTE, COMMA, COLON, BACKSLASH] = [0x20, 0x22, 0x2c, 0x3a, 0x5c];
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** Names that are looked up by their bytes, without a string for each key that is none of them. */
export class NameTable {
  readonly #byName: ReadonlyMap<string, string>;
  readonly #byLength: { readonly name: string; readonly bytes: Uint8Array }[][] = [];

  constructor(names: readonly string[]) {
    this.#byName = new Map(names.map((name) => [name, name]));
    for (const name of names) {
      const bytes = Buffer.from(name);
      const sameLength = this.#byLength[bytes.length] ?? [];
      sameLength.push({ name, bytes });
      this.#byLength[bytes.length] = sameLength;
    }
  }

  find(name: string): string | undefined {
    return this.#byName.get(name);
  }

  findBytes(bytes: Uint8Array, start: number, end: number): string | undefined {
    const candidates = this.#byLength[end - start];
    if (candidates === undefined) return undefined;
    for (const candidate of candidates) {
      let index = 0;
      while (index < candidate.bytes.length && bytes[start + index] === candidate.bytes[index]) index++;
      if (index === candidate.bytes.length) return candidate.name;
    }
    return undefined;
  }
}

/**
 * Walks through valid JSON in UTF-8 and parses only the values that are asked for. Throws `SyntaxError` if it ends
 * early; other errors in it may remain unnoticed.
 */
export class JsonScanner {
  readonly #bytes: Uint8Array;
  readonly #text: Utf8Text;
  /** Where the next value, or the rest of the current object or array, begins. */
  index = 0;
  /** Whether tabs or line breaks between values were passed; the caller resets it. */
  hasBreaks = false;

  constructor(json: Uint8Array) {
    this.#text = new Utf8Text(json);
    this.#bytes = this.#text.bytes;
    if (BYTE_ORDER_MARK.equals(json.subarray(0, BYTE_ORDER_MARK.length))) this.index = BYTE_ORDER_MARK.length;
    this.#skipSpace();
  }

  /** Enters an object or array. Returns false, and is behind it, if it is empty. */
  enter(): boolean {
    this.index += 1;
    return this.#skipSpace() !== CLOSING || this.#leave();
  }

  /** Goes to the next item after a value. Returns false, and is behind the object or array, if there is none. */
  next(): boolean {
    if (this.#skipSpace() === CLOSING) return this.#leave();
    this.index += 1;
    this.#skipSpace();
    return true;
  }

  /** Reads the key of an entry and goes to its value. Returns undefined if it is not in the table. */
  readKey(table: NameTable): string | undefined {
    const start = this.index;
    const isPlain = this.#skipString();
    const name = isPlain
      ? table.findBytes(this.#bytes, start + 1, this.index - 1)
      : table.find(JSON.parse(this.text(start)) as string);
    this.#skipSpace();
    if (this.#bytes[this.index] !== COLON) throw new SyntaxError("JSON has a key without a value.");
    this.index += 1;
    this.#skipSpace();
    return name;
  }

  isObject(): boolean {
    return this.#bytes[this.index] === 0x7b;
  }

  isArray(): boolean {
    return this.#bytes[this.index] === 0x5b;
  }

  /** Parses the value, with exact numbers. */
  readValue(): unknown {
    const start = this.index;
    if (this.#bytes[start] === DOUBLE_QUOTE && this.#skipString()) {
      return this.#text.slice(start + 1, this.index - 1);
    }
    this.index = start;
    this.skipValue();
    const [value] = parseExactly(`[${this.text(start)}]`) as [unknown]; // a number of its own would not be exact
    return value;
  }

  skipValue(): void {
    const bytes = this.#bytes;
    let depth = 0;
    let { index } = this;
    if (KINDS[bytes[index] as number] === 0) {
      this.#skipLiteral();
      return;
    }
    for (; index < bytes.length; index++) {
      const kind = KINDS[bytes[index] as number];
      if (kind === 0) continue;
      if (kind === QUOTE) {
        for (index++; index < bytes.length; index++) {
          const byte = bytes[index];
          if (byte === DOUBLE_QUOTE) break;
          if (byte === BACKSLASH) index++;
        }
        if (index >= bytes.length) break;
      } else if (kind === OPENING) depth += 1;
      else if (kind === CLOSING) depth -= 1;
      else this.hasBreaks = true;
      if (depth <= 0) {
        this.index = index + 1;
        return;
      }
    }
    throw new SyntaxError("JSON ends early.");
  }

  /** Returns the text from this index to the current one. */
  text(start: number): string {
    return this.#text.slice(start, this.index);
  }

  /** Skips a number, `true`, `false` or `null`. */
  #skipLiteral(): void {
    const bytes = this.#bytes;
    for (; this.index < bytes.length; this.index++) {
      const byte = bytes[this.index] as number;
      if (byte === COMMA || byte === SPACE || KINDS[byte] !== 0) return;
    }
  }

  /** Skips a string. Returns whether it has no escape sequences. */
  #skipString(): boolean {
    const bytes = this.#bytes;
    let isPlain = true;
    for (let index = this.index + 1; index < bytes.length; index++) {
      const byte = bytes[index];
      if (byte === DOUBLE_QUOTE) {
        this.index = index + 1;
        return isPlain;
      }
      if (byte === BACKSLASH) {
        isPlain = false;
        index += 1;
      }
    }
    throw new SyntaxError("JSON ends in a string.");
  }

  /** Returns the kind of the next byte that is no space. */
  #skipSpace(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.index] as number;
    for (; byte <= SPACE; byte = bytes[++this.index] as number) if (byte !== SPACE) this.hasBreaks = true;
    return KINDS[byte] as number;
  }

  #leave(): false {
    this.index += 1;
    return false;
  }
}
