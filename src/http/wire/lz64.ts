import { setImmediate as others } from "node:timers/promises";
import { problem } from "../../problem.ts";

/** About how many bits and characters are dealt with before other requests have their turn: a few milliseconds. */
const SLICE = 250_000;

/**
 * The text that lz-string's `compressToBase64` packed, in UTF-8. Throws `parse_error` for what it cannot have made, and `request_too_large`
 * as soon as the text has `limit` bytes or more. Lets other requests have their turn meanwhile.
 */
export async function unpackLz64(packed: Uint8Array, limit: number): Promise<Uint8Array> {
  const unpacking = new Lz64(packed, limit);
  while (!unpacking.proceed(SLICE)) await others();
  const text = unpacking.text();
  if (text.byteLength >= limit) throw problem("request_too_large");
  return text;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SPACE = 32;
const EQUALS = 61;

/** By character code the six bits that it stands for; -1 for none. In forms, a plus that nobody encoded has become a space. */
const VALUES = new Int8Array(256).fill(-1);
for (let value = 0; value < LETTERS.length; value += 1) VALUES[LETTERS.charCodeAt(value)] = value;
VALUES[SPACE] = LETTERS.indexOf("+");
VALUES[EQUALS] = 0;

const HIGHEST = 32;

/** The codes that stand for no phrase: a new character of 8 bits, one of 16, and the end. */
const NARROW = 0;
const WIDE = 1;
const END = 2;

/**
 * LZ78 as lz-string writes it: each code names a phrase, and each phrase makes a new one of the phrase before it and its own first character.
 * Those two stand side by side in what was written, so that a phrase is kept as a place there.
 */
class Lz64 {
  readonly #packed: Uint8Array;
  readonly #limit: number;
  #written: Uint16Array<ArrayBuffer>;
  #end = 0;
  /** The letter of which bits are being read, the bit of it that was read last, and where the next letter is. */
  #letter = 0;
  #mask = 0;
  #next = 0;
  #codeBits = 2;
  /** How many phrases are to come before codes grow by a bit. */
  #untilWider = 1;
  /** The phrases, by their codes. */
  readonly #starts: number[] = [0, 0, 0];
  readonly #lengths: number[] = [0, 0, 0];
  /** The phrase that was written last. */
  #lastStart = 0;
  #lastLength = 0;

  constructor(packed: Uint8Array, limit: number) {
    this.#packed = packed;
    this.#limit = limit;
    this.#written = new Uint16Array(Math.min(limit, 4 * packed.length + 16));
  }

  /** Goes on for about so many bits and characters; true at the end. */
  proceed(budget: number): boolean {
    for (let left = budget; left > 0; left -= this.#codeBits + this.#lastLength) {
      const code = this.#readBits(this.#codeBits);
      if (code === END) return true;
      this.#write(code);
    }
    return false;
  }

  text(): Uint8Array {
    return Buffer.from(Buffer.from(this.#written.buffer, 0, 2 * this.#end).toString("utf16le"));
  }

  #write(code: number): void {
    if (code === NARROW || code === WIDE) this.#writeNew(this.#readBits(code === NARROW ? 8 : 16));
    else if (code < this.#starts.length) this.#copy(this.#starts[code] as number, this.#lengths[code] as number);
    // A phrase that it makes itself: the one before, and that one's first character.
    else if (code === this.#starts.length && this.#lastLength > 0) this.#copy(this.#lastStart, this.#lastLength + 1);
    else throw problem("parse_error");
  }

  #writeNew(character: number): void {
    this.#makeRoom(1);
    this.#written[this.#end] = character;
    this.#note(this.#end, 1);
    this.#follow(1);
  }

  #copy(start: number, length: number): void {
    this.#makeRoom(length);
    const [written, end] = [this.#written, this.#end];
    // One by one, since the last one may be the first one that is written here.
    for (let place = 0; place < length; place += 1) written[end + place] = written[start + place] as number;
    this.#follow(length);
  }

  /** What was written behind the end is the next phrase. */
  #follow(length: number): void {
    if (this.#lastLength > 0) this.#note(this.#lastStart, this.#lastLength + 1);
    this.#lastStart = this.#end;
    this.#lastLength = length;
    this.#end += length;
  }

  #note(start: number, length: number): void {
    this.#starts.push(start);
    this.#lengths.push(length);
    this.#untilWider -= 1;
    if (this.#untilWider > 0) return;
    this.#untilWider = 2 ** this.#codeBits;
    this.#codeBits += 1;
  }

  #makeRoom(length: number): void {
    const needed = this.#end + length;
    if (needed >= this.#limit) throw problem("request_too_large");
    if (needed <= this.#written.length) return;
    const larger = new Uint16Array(Math.min(this.#limit, 2 * needed));
    larger.set(this.#written);
    this.#written = larger;
  }

  /** The lowest bit comes first; of each letter the highest does. */
  #readBits(count: number): number {
    let bits = 0;
    let mask = this.#mask;
    for (let power = 0; power < count; power += 1) {
      mask >>= 1;
      if (mask === 0) {
        this.#letter = VALUES[this.#packed[this.#next] ?? 0] as number;
        if (this.#letter < 0) throw problem("parse_error");
        this.#next += 1;
        mask = HIGHEST;
      }
      if (this.#letter & mask) bits |= 1 << power;
    }
    this.#mask = mask;
    return bits;
  }
}
