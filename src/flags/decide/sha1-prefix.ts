/**
 * The first 60 bits of SHA-1 (FIPS 180-4, section 6.1.2) of a flag key before an identifier. A call into OpenSSL costs
 * several times the hashing itself, and a decision hashes once or twice per flag.
 */
import { hash } from "node:crypto";

/** One block of 64 bytes holds 55 bytes of text beside the padding and the length. */
const MAX_BLOCK_BYTES = 55;
const words = new Int32Array(16);

/** The beginning of texts, in ASCII. */
export class HashPrefix {
  readonly text: string;
  /** Its bytes in words of four, the last one filled with zeros. */
  readonly words: readonly number[];

  constructor(text: string) {
    this.text = text;
    this.words = toWords(Buffer.from(text), 0);
  }
}

export class HashSuffix {
  readonly #text: string;
  readonly #bytes: Uint8Array;
  /** Its bytes in words of four, behind 0 to 3 zeros, with the bit that ends a text. */
  readonly #shifted: (readonly number[])[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#bytes = Buffer.from(text);
  }

  /** Returns the first 60 bits of the SHA-1 of the UTF-8 of prefix and suffix, as a double rounded to nearest. */
  hashWith(prefix: HashPrefix): number {
    const start = prefix.text.length;
    const length = start + this.#bytes.length;
    if (length > MAX_BLOCK_BYTES) {
      const digest = hash("sha1", prefix.text + this.#text, "buffer");
      return toNumber(digest.readInt32BE(0), digest.readInt32BE(4));
    }
    this.#fillBlock(prefix.words, start);
    words[15] = 8 * length;
    return hashBlock();
  }

  #fillBlock(prefix: readonly number[], start: number): void {
    const shift = start & 3;
    let suffix = this.#shifted[shift];
    if (suffix === undefined) {
      suffix = toWords(this.#bytes, shift, 0x80);
      this.#shifted[shift] = suffix;
    }
    words.fill(0, prefix.length, 15);
    for (let index = 0; index < prefix.length; index += 1) words[index] = prefix[index] as number;
    const first = start >> 2;
    words[first] = (shift === 0 ? 0 : (words[first] as number)) | (suffix[0] as number);
    for (let index = 1; index < suffix.length; index += 1) words[first + index] = suffix[index] as number;
  }
}

/** Returns the bytes in words of four, behind `shift` zeros and followed by the byte `end`. */
function toWords(bytes: Uint8Array, shift: number, end = 0): number[] {
  const result: number[] = [];
  let word = 0;
  const last = shift + bytes.length;
  for (let index = shift; index <= last; index += 1) {
    word = (word << 8) | (index === last ? end : (bytes[index - shift] as number));
    if ((index & 3) === 3 || index === last) {
      result.push(word << (8 * (3 - (index & 3))));
      word = 0;
    }
  }
  return result;
}

/** The function and the constant of each 20 rounds. */
const ROUNDS = [
  ["D ^ (B & (C ^ D))", 0x5a827999],
  ["B ^ C ^ D", 0x6ed9eba1],
  ["(B & C) | (D & (B | C))", 0x8f1bbcdc],
  ["B ^ C ^ D", 0xca62c1d6],
] as const;

/**
 * Returns the code of all rounds, unrolled, because loops take twice the time. It leaves the first two words of the
 * hash in `a` and `b`. Nothing but the round's number goes into the code.
 */
function codeOfRounds(): string {
  const lines = Array.from({ length: 16 }, (_, word) => `let w${word} = words[${word}];`);
  for (let round = 0; round < 80; round += 1) {
    const [mix, constant] = ROUNDS[Math.floor(round / 20)] as (typeof ROUNDS)[number];
    const nth = (index: number) => "abcde".charAt((index + 80 - round) % 5);
    const [a, b, e] = [nth(0), nth(1), nth(4)];
    const word = (back: number) => `w${(round + 16 - back) & 15}`;
    if (round >= 16) {
      lines.push(`${word(0)} ^= ${word(3)} ^ ${word(8)} ^ ${word(14)};`);
      lines.push(`${word(0)} = (${word(0)} << 1) | (${word(0)} >>> 31);`);
    }
    const mixed = mix.replace(/[BCD]/g, (name) => nth("ABCDE".indexOf(name)));
    lines.push(
      `${e} = (((((${e} + ${word(0)}) | 0) + ${constant | 0}) | 0) + (${mixed}) + ((${a} << 5) | (${a} >>> 27))) | 0;`,
    );
    lines.push(`${b} = (${b} << 30) | (${b} >>> 2);`);
  }
  return lines.join("\n");
}

/** Returns the first 60 bits of the hash of the block in `words`. */
const hashBlock = new Function(
  "words",
  "toNumber",
  `return () => {
    let a = 0x67452301, b = 0xefcdab89 | 0, c = 0x98badcfe | 0, d = 0x10325476, e = 0xc3d2e1f0 | 0;
    ${codeOfRounds()}
    return toNumber((a + 0x67452301) | 0, (b + 0xefcdab89) | 0);
  };`,
)(words, toNumber) as () => number;

/** The first word and the upper 28 bits of the second: the product is exact, and the sum rounds once. */
function toNumber(first: number, second: number): number {
  return (first >>> 0) * 2 ** 28 + (second >>> 4);
}
