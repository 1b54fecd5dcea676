/** In UTF-8, 0xED is never followed by such a byte. */
const ENCODED_SURROGATE = /\xed[\xa0-\xbf]/;
const ENCODED_PAIR_OR_LONE = /\xed([\xa0-\xaf])([\x80-\xbf])\xed([\xb0-\xbf])([\x80-\xbf])|\xed[\xa0-\xbf][\x80-\xbf]/g;

/**
 * The UTF-8 of a text whose characters beyond 16 bits are written as two halves of three bytes each, as some libraries write them before base64. A half
 * that stands alone becomes U+FFFD. It is not longer than before.
 */
export function joinSurrogates(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1");
  if (!ENCODED_SURROGATE.test(text)) return bytes;
  const joined = text.replaceAll(ENCODED_PAIR_OR_LONE, (_, ...[a, b, c, d]: (string | undefined)[]) => {
    const character =
      a && b && c && d ? String.fromCharCode(surrogateCodeUnit(a, b), surrogateCodeUnit(c, d)) : "\ufffd";
    return Buffer.from(character).toString("latin1");
  });
  return Buffer.from(joined, "latin1");
}

/** The half that stands in the last two of its three bytes. */
function surrogateCodeUnit(second: string, third: string): number {
  return 0xd000 | ((second.charCodeAt(0) & 0x3f) << 6) | (third.charCodeAt(0) & 0x3f);
}
