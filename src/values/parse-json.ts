/** How deep arrays and objects may lie in one another in a request. */
export const MAX_DEPTH = 500;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The value of a JSON text in UTF-8. Throws `SyntaxError` or `TypeError` where it is neither, and `RangeError` where it is deeper than
 * `MAX_DEPTH`: deeper values could be read, but not written again.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (countOpeningBrackets(bytes) > MAX_DEPTH && depthExceeds(bytes, MAX_DEPTH)) throw new RangeError("JSON too deep");
  return JSON.parse(decodeUtf8(bytes));
}

/** The text that the bytes are in UTF-8. Throws `TypeError` where they are not. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

const [OPENING, CLOSING, QUOTE, BACKSLASH] = [1, 2, 3, 4];
/** What the bytes are that count; 0 for all others. */
const KINDS = new Uint8Array(256);
for (const bracket of Buffer.from("[{")) KINDS[bracket] = OPENING;
for (const bracket of Buffer.from("]}")) KINDS[bracket] = CLOSING;
KINDS[Buffer.from('"').readUInt8()] = QUOTE;
KINDS[Buffer.from("\\").readUInt8()] = BACKSLASH;

/** How many opening brackets there are, in texts too; counted up to one more than `MAX_DEPTH`. Much faster than to look at every byte. */
function countOpeningBrackets(bytes: Uint8Array): number {
  let count = 0;
  for (const bracket of Buffer.from("[{")) {
    for (let place = bytes.indexOf(bracket); place !== -1 && count <= MAX_DEPTH; count++) {
      place = bytes.indexOf(bracket, place + 1);
    }
  }
  return count;
}

function depthExceeds(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let place = 0; place < bytes.length; place++) {
    const kind = KINDS[bytes[place] as number];
    if (kind === 0) continue;
    if (kind === QUOTE) inString = !inString;
    else if (kind === BACKSLASH) place += 1;
    else if (!inString && kind === CLOSING) depth -= 1;
    else if (!inString) {
      depth += 1;
      if (depth > limit) return true;
    }
  }
  return false;
}
