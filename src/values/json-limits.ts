/** How much there is in a JSON text. */
export interface JsonSize {
  /** Values, counted as commas and opening brackets: an array or object counts as two at most. */
  values: number;
  /** Arrays and objects. */
  containers: number;
  /** The deepest nesting. */
  depth: number;
  /** Numbers that may not fit a double: those that `parseExactly` has to look at. */
  longNumbers: number;
}

const [QUOTE, BACKSLASH, COMMA, DOT, MINUS, PLUS, ZERO, NINE] = [34, 92, 44, 46, 45, 43, 48, 57];
const [OTHER, OPENING, CLOSING, NUMBER] = [0, 1, 2, 3];
/** The kind of each byte outside of strings. */
const KINDS = new Uint8Array(256);
for (const byte of Buffer.from("[{")) KINDS[byte] = OPENING;
for (const byte of Buffer.from("]}")) KINDS[byte] = CLOSING;
for (const byte of Buffer.from("-0123456789")) KINDS[byte] = NUMBER;

/** Measures JSON in UTF-8 in one pass, without parsing it. Text that is not JSON has any size. */
export function measureJson(json: Uint8Array): JsonSize {
  const size: JsonSize = { values: 1, containers: 0, depth: 0, longNumbers: 0 };
  let level = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] as number;
    if (byte === QUOTE) {
      for (index++; index < json.length && json[index] !== QUOTE; index++) if (json[index] === BACKSLASH) index++;
      continue;
    }
    if (byte === COMMA) size.values += 1;
    const kind = KINDS[byte];
    if (kind === OTHER) continue;
    if (kind === NUMBER) {
      const end = endOfNumber(json, index);
      if (isLong(json, index, end)) size.longNumbers += 1;
      index = end - 1;
    } else if (kind === CLOSING) level -= 1;
    else {
      size.values += 1;
      size.containers += 1;
      level += 1;
      if (level > size.depth) size.depth = level;
    }
  }
  return size;
}

function endOfNumber(json: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < json.length && isNumeric(json[end] as number)) end += 1;
  return end;
}

function isNumeric(byte: number): boolean {
  return (byte >= ZERO && byte <= NINE) || byte === DOT || (byte | 32) === 101 || byte === PLUS || byte === MINUS;
}

const MIN_LONG_DIGITS = 16;
const MIN_LONG_EXPONENT_DIGITS = 3;
const MIN_LONG_CHARACTERS = 200;

/** Returns whether the number is one of those that `parseExactly` looks at; no other number may be changed by it. */
function isLong(json: Uint8Array, start: number, end: number): boolean {
  if (end - start < "1e999".length) return false;
  if (end - start >= MIN_LONG_CHARACTERS) return true;
  let digits = 0;
  let isInteger = true;
  for (let index = start; index < end; index++) {
    const byte = json[index] as number;
    if (byte >= ZERO && byte <= NINE) digits += 1;
    else if (byte === DOT) isInteger = false;
    else if ((byte | 32) === 101) return end - index - 1 >= MIN_LONG_EXPONENT_DIGITS && json[index + 1] !== MINUS;
  }
  return isInteger && digits >= MIN_LONG_DIGITS;
}
