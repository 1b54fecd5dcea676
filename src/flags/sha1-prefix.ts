import { hash } from "node:crypto";

/** One 64-byte block holds 55 bytes of text beside the padding and the length. */
const MAX_BLOCK_TEXT = 55;
const words = new Int32Array(80);

/**
 * Returns the first 60 bits of the SHA-1 of the text's UTF-8, as a double rounded to nearest. Texts of one block in
 * ASCII, as nearly all flag keys with identifiers are, are hashed here (FIPS 180-4, section 6.1.2): a call into
 * OpenSSL costs several times the hashing itself, and a decision hashes once or twice per flag.
 */
export function sha1Prefix(text: string): number {
  if (text.length <= MAX_BLOCK_TEXT && fillBlock(text)) return hashBlock();
  const digest = hash("sha1", text, "buffer");
  return toNumber(digest.readInt32BE(0), digest.readInt32BE(4));
}

/** Writes the padded text into the block. Returns false for text that is not ASCII. */
function fillBlock(text: string): boolean {
  words.fill(0, 0, 16);
  const length = text.length;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return false;
    words[index >> 2] = (words[index >> 2] as number) | (code << (24 - 8 * (index & 3)));
  }
  words[length >> 2] = (words[length >> 2] as number) | (0x80 << (24 - 8 * (length & 3)));
  words[15] = 8 * length;
  return true;
}

function hashBlock(): number {
  for (let index = 16; index < 80; index += 1) {
    const word =
      (words[index - 3] as number) ^
      (words[index - 8] as number) ^
      (words[index - 14] as number) ^
      (words[index - 16] as number);
    words[index] = (word << 1) | (word >>> 31);
  }
  let a = 0x67452301;
  let b = 0xefcdab89 | 0;
  let c = 0x98badcfe | 0;
  let d = 0x10325476;
  let e = 0xc3d2e1f0 | 0;
  for (let index = 0; index < 80; index += 1) {
    let mixed: number;
    if (index < 20) mixed = ((b & c) | (~b & d)) + 0x5a827999;
    else if (index < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1;
    else if (index < 60) mixed = ((b & c) | (b & d) | (c & d)) - 0x70e44324;
    else mixed = (b ^ c ^ d) - 0x359d3e2a;
    const next = (((a << 5) | (a >>> 27)) + mixed + e + (words[index] as number)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  return toNumber((a + 0x67452301) | 0, (b + 0xefcdab89) | 0);
}

/** The first word and the upper 28 bits of the second: the product is exact, and the sum rounds once. */
function toNumber(first: number, second: number): number {
  return (first >>> 0) * 2 ** 28 + (second >>> 4);
}
