import { setImmediate as others } from "node:timers/promises";
import { problem } from "../../problem.ts";

/** About how many bits and characters are dealt with before other requests have their turn: a few milliseconds. */
const SLICE_BUDGET = 250_000;

/**
 * The text that lz-string's `compressToBase64` packed, in UTF-8. Throws `parse_error` for what it cannot have made, and `request_too_large`
 * as soon as the text has `limit` bytes or more. Lets other requests have their turn meanwhile.
 */
export async function unpackLz64(packed: Uint8Array, limit: number): Promise<Uint8Array> {
  const unpacking = new Lz64Decoder(packed, limit);
  while (!unpacking.decode(SLICE_BUDGET)) await others();
  const text = unpacking.toUtf8();
  if (text.byteLength >= limit) throw problem("request_too_large");
  return text;
}

const BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SPACE = 32;
const EQUALS = 61;

/** By character code the six bits that it stands for; -1 for none. In forms, a plus that nobody encoded has become a space. */
const SEXTETS = new Int8Array(256).fill(-1);
for (let value = 0; value < BASE64_ALPHABET.length; value += 1) SEXTETS[BASE64_ALPHABET.charCodeAt(value)] = value;
SEXTETS[SPACE] = BASE64_ALPHABET.indexOf("+");
SEXTETS[EQUALS] = 0;

const HIGH_BIT = 32;

/** The codes that stand for no phrase: a new character of 8 bits, one of 16, and the end. */
const NEW_8_BIT = 0;
const NEW_16_BIT = 1;
const END = 2;

/**
 * LZ78 as lz-string writes it: each code names a phrase, and each phrase makes a new one of the phrase before it and its own first character.
 * Those two stand side by side in what was written, so that a phrase is kept as a place there.
 */
class Lz64Decoder {
  readonly #packed: Uint8Array;
  readonly #limit: number;
  #output: Uint16Array<ArrayBuffer>;
  #outputLength = 0;
  /** The letter of which bits are being read, the bit of it that was read last, and where the next letter is. */
  #sextet = 0;
  #mask = 0;
  #nextIndex = 0;
  #codeBits = 2;
  /** How many phrases are to come before codes grow by a bit. */
  #phrasesUntilWider = 1;
  /** The phrases, by their codes. */
  readonly #phraseStarts: number[] = [0, 0, 0];
  readonly #phraseLengths: number[] = [0, 0, 0];
  /** The phrase that was written last. */
  #lastStart = 0;
  #lastLength = 0;

  constructor(packed: Uint8Array, limit: number) {
    this.#packed = packed;
    this.#limit = limit;
    this.#output = new Uint16Array(Math.min(limit, 4 * packed.length + 16));
  }

  /** Goes on for about so many bits and characters; true at the end. */
  decode(budget: number): boolean {
    for (let left = budget; left > 0; left -= this.#codeBits + this.#lastLength) {
      const code = this.#readBits(this.#codeBits);
      if (code === END) return true;
      this.#write(code);
    }
    return false;
  }

  toUtf8(): Uint8Array {
    return Buffer.from(Buffer.from(this.#output.buffer, 0, 2 * this.#outputLength).toString("utf16le"));
  }

  #write(code: number): void {
    if (code === NEW_8_BIT || code === NEW_16_BIT) this.#writeNew(this.#readBits(code === NEW_8_BIT ? 8 : 16));
    else if (code < this.#phraseStarts.length)
      this.#copy(this.#phraseStarts[code] as number, this.#phraseLengths[code] as number);
    // A phrase that it makes itself: the one before, and that one's first character.
    else if (code === this.#phraseStarts.length && this.#lastLength > 0)
      this.#copy(this.#lastStart, this.#lastLength + 1);
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
    const [written, end] = [this.#output, this.#outputLength];
    // One by one, since the last one may be the first one that is written here.
    for (let place = 0; place < length; place += 1) written[end + place] = written[start + place] as number;
    this.#endPhrase(length);
  }

  /** What was written behind the end is the next phrase. */
  #endPhrase(length: number): void {
    if (this.#lastLength > 0) this.#addPhrase(this.#lastStart, this.#lastLength + 1);
    this.#lastStart = this.#outputLength;
    this.#lastLength = length;
    this.#outputLength += length;
  }

  #addPhrase(start: number, length: number): void {
    this.#phraseStarts.push(start);
    this.#phraseLengths.push(length);
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

  /** The lowest bit comes first; of each letter the highest does. */
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
