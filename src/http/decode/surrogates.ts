/** First of a surrogate's three bytes, and of others' too. */
const SURROGATE = 0xed;
/** U+FFFD. */
const REPLACEMENT = [0xef, 0xbf, 0xbd];

/** Joins surrogates that some libraries encode separately (CESU-8), in place. A lone one becomes U+FFFD. */
export function joinSurrogates(bytes: Buffer): Buffer {
  let from = bytes.indexOf(SURROGATE);
  if (from === -1) return bytes;
  let to = from;
  while (from < bytes.length) {
    if (!isSurrogate(bytes, from, 0xa0, 0xbf)) {
      bytes[to++] = bytes[from++] as number;
    } else if (isSurrogate(bytes, from, 0xa0, 0xaf) && isSurrogate(bytes, from + 3, 0xb0, 0xbf)) {
      to = writePair(bytes, to, payload(bytes, from), payload(bytes, from + 3));
      from += 6;
    } else {
      bytes.set(REPLACEMENT, to);
      to += 3;
      from += 3;
    }
  }
  return bytes.subarray(0, to);
}

function isSurrogate(bytes: Buffer, index: number, least: number, most: number): boolean {
  if (bytes[index] !== SURROGATE) return false;
  const [second = 0, third = 0] = [bytes[index + 1], bytes[index + 2]];
  return second >= least && second <= most && third >= 0x80 && third <= 0xbf;
}

function payload(bytes: Buffer, index: number): number {
  return (((bytes[index + 1] as number) & 0x0f) << 6) | ((bytes[index + 2] as number) & 0x3f);
}

/** Returns the index after the pair's four bytes. */
function writePair(bytes: Buffer, index: number, high: number, low: number): number {
  const character = 0x10000 + (high << 10) + low;
  bytes[index] = 0xf0 | (character >> 18);
  bytes[index + 1] = 0x80 | ((character >> 12) & 0x3f);
  bytes[index + 2] = 0x80 | ((character >> 6) & 0x3f);
  bytes[index + 3] = 0x80 | (character & 0x3f);
  return index + 4;
}
