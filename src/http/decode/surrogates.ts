/** Never occurs in valid UTF-8. */
const ENCODED_SURROGATE = /\xed[\xa0-\xbf]/;
const ENCODED_PAIR_OR_LONE = /\xed([\xa0-\xaf])([\x80-\xbf])\xed([\xb0-\xbf])([\x80-\xbf])|\xed[\xa0-\xbf][\x80-\xbf]/g;

/**
 * Converts CESU-8 to UTF-8: joins surrogates that are encoded separately, in three bytes each, as some libraries do
 * before base64. A lone surrogate becomes U+FFFD. The result is not longer than the input.
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

/** Returns the UTF-16 code unit encoded by the last two of a surrogate's three bytes. */
function surrogateCodeUnit(second: string, third: string): number {
  return 0xd000 | ((second.charCodeAt(0) & 0x3f) << 6) | (third.charCodeAt(0) & 0x3f);
}
