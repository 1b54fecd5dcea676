/** How deep arrays and objects may lie in one another in a request. */
export const MAX_DEPTH = 500;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The value of a JSON text in UTF-8. Throws `SyntaxError` or `TypeError` where it is neither, and `RangeError` where it is deeper than
 * `MAX_DEPTH`: deeper values could be read, but not written again.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength > 2 * MAX_DEPTH && depthExceeds(bytes, MAX_DEPTH)) throw new RangeError("JSON too deep");
  return JSON.parse(utf8.decode(bytes));
}

const QUOTE = 34;
const BACKSLASH = 92;

function depthExceeds(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let place = 0; place < bytes.length; place++) {
    const byte = bytes[place] as number;
    if (inString) {
      if (byte === BACKSLASH) place += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 91 || byte === 123) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === 93 || byte === 125) depth -= 1;
  }
  return false;
}
