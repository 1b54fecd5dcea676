import { problem } from "../../lib/problem.ts";

/** Decompresses lz-string's `compressToBase64`. Throws `parse_error`, and `request_too_large` from `limit` bytes on. */
export function unpackLz64(packed: Uint8Array, limit: number): Uint8Array {
  const decoder = new Lz64Decoder(packed, limit);
  decoder.decode();
  const text = decoder.toUtf8();
  if (text.byteLength >= limit) throw problem("request_too_large");
  return text;
}

const BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SPACE = 32;
const EQUALS = 61;

/** Six bits of each character code; -1 if invalid. A space is a plus that a form did not encode. */
const SEXTETS = new Int8Array(256).fill(-1);
for (let value = 0; value < BASE64_ALPHABET.length; value += 1) SEXTETS[BASE64_ALPHABET.charCodeAt(value)] = value;
SEXTETS[SPACE] = BASE64_ALPHABET.indexOf("+");
SEXTETS[EQUALS] = 0;

const HIGH_BIT = 32;

/** Codes that are no phrases: a new character of 8 bits, one of 16 bits, and the end. */
const NEW_8_BIT = 0;
const NEW_16_BIT = 1;
const END = 2;
const FIRST_PHRASE = 3;
const MIN_PHRASES = 1024;

/**
 * Decodes lz-string's variant of LZ78. Each code refers to a phrase. Each phrase written adds a new one: the previous
 * phrase plus the first character of this one. Those are adjacent in the output, so a phrase is a range of the output.
 */
class Lz64Decoder {
  readonly #packed: Uint8Array;
  readonly #limit: number;
  #output: Uint16Array<ArrayBuffer>;
  #outputLength = 0;
  /** Six bits being read, mask of the last bit read, and index of the next character. */
  #sextet = 0;
  #mask = 0;
  #nextIndex = 0;
  #codeBits = 2;
  #phrasesUntilWider = 1;
  #phraseStarts = new Uint32Array(MIN_PHRASES);
  #phraseLengths = new Uint32Array(MIN_PHRASES);
  #phrases = FIRST_PHRASE;
  #lastStart = 0;
  #lastLength = 0;

  constructor(packed: Uint8Array, limit: number) {
    this.#packed = packed;
    this.#limit = limit;
    this.#output = new Uint16Array(Math.min(limit, 4 * packed.length + 16));
  }

  decode(): void {
    for (let code = this.#readBits(this.#codeBits); code !== END; code = this.#readBits(this.#codeBits)) {
      this.#write(code);
    }
  }

  toUtf8(): Uint8Array {
    return Buffer.from(Buffer.from(this.#output.buffer, 0, 2 * this.#outputLength).toString("utf16le"));
  }

  #write(code: number): void {
    if (code === NEW_8_BIT || code === NEW_16_BIT) this.#writeNew(this.#readBits(code === NEW_8_BIT ? 8 : 16));
    else if (code < this.#phrases) this.#copy(this.#phraseStarts[code] as number, this.#phraseLengths[code] as number);
    // The phrase that this code itself adds: the previous one plus its first character.
    else if (code === this.#phrases && this.#lastLength > 0) this.#copy(this.#lastStart, this.#lastLength + 1);
    else throw problem("parse_error");
  }

  #writeNew(character: number): void {
    this.#ensureCapacity(1);
    this.#output[this.#outputLength] = character;
    this.#addPhrase(this.#outputLength, 1);
    this.#endPhrase(1);
  }

  #copy(start: number, length: number): void {
    this.#ensureCapacity(length);
    const [output, end] = [this.#output, this.#outputLength];
    // One by one, because the range may overlap what is written here.
    for (let index = 0; index < length; index += 1) output[end + index] = output[start + index] as number;
    this.#endPhrase(length);
  }

  /** Makes the `length` characters written after the end of the output the last phrase. */
  #endPhrase(length: number): void {
    if (this.#lastLength > 0) this.#addPhrase(this.#lastStart, this.#lastLength + 1);
    this.#lastStart = this.#outputLength;
    this.#lastLength = length;
    this.#outputLength += length;
  }

  #addPhrase(start: number, length: number): void {
    if (this.#phrases === this.#phraseStarts.length) {
      this.#phraseStarts = doubled(this.#phraseStarts);
      this.#phraseLengths = doubled(this.#phraseLengths);
    }
    this.#phraseStarts[this.#phrases] = start;
    this.#phraseLengths[this.#phrases] = length;
    this.#phrases += 1;
    this.#phrasesUntilWider -= 1;
    if (this.#phrasesUntilWider > 0) return;
    this.#phrasesUntilWider = 2 ** this.#codeBits;
    this.#codeBits += 1;
  }

  #ensureCapacity(length: number): void {
    const needed = this.#outputLength + length;
    if (needed >= this.#limit) throw problem("request_too_large");
    if (needed <= this.#output.length) return;
    const larger = new Uint16Array(Math.min(this.#limit, 2 * needed));
    larger.set(this.#output);
    this.#output = larger;
  }

  /** Reads the lowest bit first, but the highest bit of each character first. */
  #readBits(count: number): number {
    let bits = 0;
    let mask = this.#mask;
    for (let power = 0; power < count; power += 1) {
      mask >>= 1;
      if (mask === 0) {
        this.#sextet = SEXTETS[this.#packed[this.#nextIndex] ?? 0] as number;
        if (this.#sextet < 0) throw problem("parse_error");
        this.#nextIndex += 1;
        mask = HIGH_BIT;
      }
      if (this.#sextet & mask) bits |= 1 << power;
    }
    this.#mask = mask;
    return bits;
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}
